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

// What the command line asks of a program's own options. A program that has none is without
// `settings`, and links none of it.
class own_options {
public:
    virtual std::span<const setting_row> rows() const = 0;
    // What --help says of one: its doc, and its default.
    virtual std::string help(const setting_row& row) const = 0;

    // Takes what the variables say; those of `program` (INVENTORY_DB) before callbox's. False: one
    // is wrong; `mistake` is then a line that names it.
    [[nodiscard]] virtual bool read_environment(const char* const* environment,
                                                std::string_view program,
                                                std::string& mistake) = 0;

    enum class taken { no, yes, wrong };
    // Takes the flag at words[at], and its value: `at` is then the last word of it. `no`: it is
    // none of these. `wrong`: `mistake` is a line that names it.
    virtual taken take(std::span<const char* const> words, std::size_t& at,
                       std::string& mistake) = 0;

    // Fills in the defaults. False: one that must be given is not, and `mistake` is a line.
    [[nodiscard]] virtual bool complete(std::string_view program, std::string& mistake) = 0;

    // Makes the state of the program from them. Empty, or why there is none. Throws nothing.
    // Requires: complete() succeeded.
    [[nodiscard]] virtual std::string make(void*& state) = 0;

protected:
    ~own_options() = default;
};

class settings final : public own_options {
public:
    // Requires: `maker` outlives it.
    explicit settings(detail::state_maker& maker)
        : maker_(&maker), rows_(maker.rows()), values_(rows_.size()) {}

    std::span<const setting_row> rows() const override { return rows_; }
    std::string help(const setting_row& row) const override;
    bool read_environment(const char* const* environment, std::string_view program,
                          std::string& mistake) override;
    taken take(std::span<const char* const> words, std::size_t& at,
               std::string& mistake) override;
    bool complete(std::string_view program, std::string& mistake) override;
    std::string make(void*& state) override;

private:
    bool set(std::size_t at, std::string_view named, std::string_view text,
             std::string& mistake);

    detail::state_maker* maker_;
    std::span<const setting_row> rows_;
    std::vector<setting_value> values_;
};

}  // namespace callbox::cli
