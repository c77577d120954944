// Holds the values of a program's own options, read by cli/options, and makes its state.
#include "settings.hpp"

#include "options.hpp"
#include "value.hpp"

#include <algorithm>
#include <charconv>
#include <exception>
#include <system_error>

namespace callbox::cli {

// The name of each option is reserved: no setting may have it.
static_assert(std::all_of(all_options.begin(), all_options.end(),
                          [](const option& o) { return detail::is_own_name(o.name); }));

std::string settings::wanted(std::size_t place) const {
    const setting_row& row = rows_[place];
    if (row.form == setting_row::kind::flag) return std::string(truths);
    if (row.form != setting_row::kind::number) return std::string(row.takes);
    return "a number from " + std::to_string(row.least) + " to " + std::to_string(row.most);
}

bool settings::complete(std::string_view program, std::string& error) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const setting_row& row = rows_[i];
        setting_value& value = values_[i];
        if (value.is_given) continue;
        if (row.required)
            return refuse(error, "missing option " + std::string(row.name) + ' ' +
                                     std::string(row.takes) + " (or " +
                                     variable_name(program, row.name.substr(2)) +
                                     "): " + std::string(row.doc));
        if (!row.has_fallback) continue;
        value.is_given = true;
        value.number = row.number;
        if (row.form == setting_row::kind::text) value.texts = {std::string(row.text)};
    }
    return true;
}

bool settings::set(std::size_t place, std::string_view text) {
    const setting_row& row = rows_[place];
    setting_value& value = values_[place];
    value.is_given = true;
    switch (row.form) {
    case setting_row::kind::flag: return read_truth(text, value.truth);
    case setting_row::kind::number: {
        const char* const end = text.data() + text.size();
        const auto [last, problem] = std::from_chars(text.data(), end, value.number);
        return problem == std::errc{} && last == end && value.number >= row.least &&
               value.number <= row.most;
    }
    case setting_row::kind::text: value.texts = {std::string(text)}; break;
    case setting_row::kind::list: value.texts.emplace_back(text); break;
    }
    return !text.empty();
}

std::string settings::help(const setting_row& row) const {
    std::string doc(row.doc);
    if (row.required) return doc + " (required)";
    if (!row.has_fallback) return doc;
    const std::string value =
        row.form == setting_row::kind::number ? std::to_string(row.number) : std::string(row.text);
    return doc + " (default " + value + ")";
}

// The program's function may throw anything.
std::string settings::make(void*& state) try {
    std::string why = maker_->make(values_);
    if (why.empty()) state = maker_->state();
    return why;
} catch (const std::exception& e) {
    return e.what();
} catch (...) {
    return "a non-std::exception was thrown";
}

}  // namespace callbox::cli
