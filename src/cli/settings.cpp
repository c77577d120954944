// Reads a program's own options as cli/options reads callbox's: the same messages.
#include "settings.hpp"

#include "base/ascii.hpp"
#include "option.hpp"
#include "options.hpp"
#include "run_program.hpp"
#include "value.hpp"

#include <callbox/run.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <exception>
#include <system_error>

namespace callbox::cli {

namespace {

using kind = setting_row::kind;

// Each option's name is one that no setting may have.
static_assert(std::all_of(all_options.begin(), all_options.end(),
                          [](const option& o) { return detail::is_own_name(o.name); }));

bool read_truth(std::string_view text, bool& out) {
    out = text == "1" || text == "true";
    return out || text == "0" || text == "false";
}

// What it takes, for the message about a wrong value: "a number from 1 to 4096".
std::string wanted_text(const setting_row& row) {
    if (row.form == kind::flag) return "1, true, 0 or false";
    if (row.form != kind::number) return std::string(row.takes);
    return "a number from " + std::to_string(row.least) + " to " + std::to_string(row.most);
}

}  // namespace

bool settings::read_environment(const char* const* environment, std::string_view program,
                                std::string& mistake) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        std::string name;
        std::string_view value =
            variable_value(environment, program, rows_[i].name.substr(2), name);
        if (value.empty()) continue;
        if (rows_[i].form != kind::list) {
            if (!set(i, name, value, mistake)) return false;
            continue;
        }
        if (value.ends_with(','))
            return refuse(mistake, name, wanted_text(rows_[i]), quoted(value));
        while (!value.empty())
            if (!set(i, name, ascii::trimmed(ascii::take_until(value, ',')), mistake))
                return false;
    }
    return true;
}

own_options::taken settings::take(std::span<const char* const> words, std::size_t& at,
                               std::string& mistake) {
    std::string_view value = words[at];
    const std::string_view flag = ascii::take_until(value, '=');
    const bool is_whole = flag.size() == std::string_view(words[at]).size();
    const auto wrong = [&](std::string_view wanted, std::string_view got) {
        (void)refuse(mistake, flag, wanted, got);
        return taken::wrong;
    };
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const setting_row& row = rows_[i];
        const bool is_flag = row.form == kind::flag;
        const bool is_off = is_flag && flag.starts_with("--no-") &&
                            flag.substr(5) == row.name.substr(2);
        if (flag != row.name && !is_off) continue;
        if (is_off && !is_whole) return wrong("no value", quoted(value));
        if (is_off) value = "false";
        else if (is_whole && is_flag) value = "true";
        if (is_whole && !is_flag) {
            const std::string_view next = at + 1 < words.size() ? words[at + 1] : "--";
            if (next.starts_with("--")) return wrong(wanted_text(row), "nothing");
            value = words[++at];
        }
        return set(i, flag, value, mistake) ? taken::yes : taken::wrong;
    }
    return taken::no;
}

bool settings::complete(std::string_view program, std::string& mistake) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const setting_row& row = rows_[i];
        setting_value& value = values_[i];
        if (value.is_given) continue;
        if (row.required)
            return refuse(mistake, std::string(row.name) + ' ' + std::string(row.takes) +
                                       " must be given, or " +
                                       variable_name(program, row.name.substr(2)) + ": " +
                                       std::string(row.doc));
        if (!row.has_fallback) continue;
        value.is_given = true;
        value.number = row.number;
        if (row.form == kind::text) value.texts = {std::string(row.text)};
    }
    return true;
}

// `named` is the flag or the variable. A list's first flag takes the place of its variable.
bool settings::set(std::size_t at, std::string_view named, std::string_view text,
                   std::string& mistake) {
    const setting_row& row = rows_[at];
    setting_value& value = values_[at];
    bool is_right = !text.empty();
    switch (row.form) {
    case kind::flag: is_right = read_truth(text, value.truth); break;
    case kind::number: {
        const char* const end = text.data() + text.size();
        const auto [last, problem] = std::from_chars(text.data(), end, value.number);
        is_right = problem == std::errc{} && last == end && value.number >= row.least &&
                   value.number <= row.most;
        break;
    }
    case kind::text: value.texts = {std::string(text)}; break;
    case kind::list:
        if (named == row.name && !value.has_flag) value.texts.clear();
        value.texts.emplace_back(text);
        break;
    }
    value.has_flag = value.has_flag || named == row.name;
    value.is_given = true;
    return is_right || refuse(mistake, named, wanted_text(row), quoted(text));
}

std::string settings::help(const setting_row& row) const {
    std::string doc(row.doc);
    if (row.required) return doc + " (must be given)";
    if (!row.has_fallback) return doc;
    const std::string value =
        row.form == kind::number ? std::to_string(row.number) : std::string(row.text);
    return doc + " (default " + value + ")";
}

// The program's function may throw what it likes.
std::string settings::make(void*& state) try {
    std::string why = maker_->make(values_);
    if (why.empty()) state = maker_->state();
    return why;
} catch (const std::exception& e) {
    return e.what();
} catch (...) {
    return "an exception of an unknown type was thrown";
}

}  // namespace callbox::cli

namespace callbox {

int detail::run_made(const table& methods, state_maker& maker, int argc, char** argv,
                     const options& defaults) {
    cli::settings own(maker);
    return cli::run_program(methods, nullptr, argc, argv, defaults, &own);
}

}  // namespace callbox
