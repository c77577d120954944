// A program's own options (callbox/setting.hpp) on the command line and in the environment.
#pragma once

#include <callbox/setting.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::cli {

using detail::setting_row, detail::setting_value;

// Reads them and makes the program's state of them.
class settings {
public:
    // Requires: `maker` outlives it.
    explicit settings(detail::state_maker& maker)
        : maker_(&maker), rows_(maker.rows()), values_(rows_.size()) {}

    std::span<const setting_row> rows() const { return rows_; }
    // What --help says of one: its doc, and its default.
    std::string help(const setting_row& row) const;
    // What it takes, for the message about a wrong value: "a number from 1 to 4096".
    std::string wanted(std::size_t at) const;

    // Takes a value of the option at that place; a list adds it. False: it is wrong.
    [[nodiscard]] bool set(std::size_t at, std::string_view text);
    // Empties a list.
    void clear(std::size_t at) { values_[at].texts.clear(); }
    // Fills in the defaults. False: one that must be given is not, and `error` is a line.
    [[nodiscard]] bool complete(std::string_view program, std::string& error);

    // Makes the state of the program from them. Empty, or why there is none. Throws nothing.
    // Requires: complete() succeeded.
    [[nodiscard]] std::string make(void*& state);

private:
    detail::state_maker* maker_;
    std::span<const setting_row> rows_;
    std::vector<setting_value> values_;
};

}  // namespace callbox::cli
