// A program's own options (callbox/setting.hpp) on the command line and in the environment.
#pragma once

#include <callbox/setting.hpp>

namespace callbox::cli {

using detail::setting_row, detail::setting_value;

// Reads the options and makes the program's state from them.
class settings {
public:
    // Requires: `maker` outlives it.
    explicit settings(detail::state_maker& maker)
        : maker_(&maker), rows_(maker.rows), values_(rows_.size()) {}

    std::span<const setting_row> rows() const { return rows_; }
    // The description in --help: the doc and the default.
    std::string help(const setting_row& row) const;
    // The expected value, for error messages: "a number from 1 to 4096".
    std::string wanted(std::size_t place) const;

    // Sets the option at that place, or appends to it if it is a list. False: `text` is invalid.
    [[nodiscard]] bool set(std::size_t place, std::string_view text);
    // Empties a list.
    void clear(std::size_t place) { values_[place].texts.clear(); }
    // Fills in the defaults. False if a required option is missing: `error` is then one line.
    [[nodiscard]] bool complete(std::string_view program, std::string& error);

    // Makes the program's state. Returns an empty string, or the reason for a failure. Throws
    // nothing.
    // Requires: complete() succeeded.
    [[nodiscard]] std::string make(void*& state);

private:
    detail::state_maker* maker_;
    std::span<const setting_row> rows_;
    std::vector<setting_value> values_;
};

}  // namespace callbox::cli
