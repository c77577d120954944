// Holds the values of a program's own options, read by cli/options, and makes its state.
#include "options.hpp"

#include <system_error>

namespace callbox::cli {

namespace {

std::string text_of(double real) { return std::string(json(real).text()); }
std::string time_text(std::int64_t ms) {
    return amount_text(static_cast<std::uint64_t>(ms), unit::ms);
}

// The default, which it has.
std::string fallback_text(const setting_row& row) {
    switch (row.form) {
    case setting_row::kind::number: return std::to_string(row.number);
    case setting_row::kind::real: return text_of(row.real);
    case setting_row::kind::duration: return time_text(row.number);
    case setting_row::kind::choice:
        return std::string(row.names[static_cast<std::size_t>(row.number)]);
    default: return std::string(row.text);
    }
}

}  // namespace

// The name of each option is reserved: no setting may have it.
static_assert(std::all_of(all_options.begin(), all_options.end(),
                          [](const option& o) { return detail::is_own_name(o.name); }));

std::string settings::wanted(std::size_t place) const {
    const setting_row& row = rows_[place];
    const bool is_open = row.least_real < -1e308 || row.most_real > 1e308;
    switch (row.form) {
    case setting_row::kind::flag: return std::string(truths);
    case setting_row::kind::number:
        return "a number from " + std::to_string(row.least) + " to " + std::to_string(row.most);
    case setting_row::kind::real:
        return is_open ? "a number"
                       : "a number from " + text_of(row.least_real) + " to " +
                             text_of(row.most_real);
    case setting_row::kind::duration:
        if (row.most == INT64_MAX) return "a duration in multiples of " + time_text(row.step);
        return "a duration from " + time_text(row.least) + " to " + time_text(row.most);
    case setting_row::kind::choice: {
        std::string all;
        for (const std::string_view name : row.names)
            all.append(all.empty() ? "" : ", ").append(name);
        return all;
    }
    default: return std::string(row.takes);
    }
}

bool settings::complete(std::string_view program, std::string& error) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
        const setting_row& row = rows_[i];
        if (values_[i].is_given) continue;
        if (row.required)
            return refuse(error, "missing option " + std::string(row.name) + ' ' +
                                     std::string(row.takes) + " (or " +
                                     variable_name(program, row.name.substr(2)) +
                                     "): " + std::string(row.doc));
        if (row.has_fallback) (void)set(i, fallback_text(row));  // an empty text is a default too
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
    case setting_row::kind::real: {
        const auto number = json::parse(std::string(text));
        const auto real = number ? number->as<double>() : std::nullopt;
        value.real = real.value_or(0);
        return real && *real >= row.least_real && *real <= row.most_real;
    }
    case setting_row::kind::duration: {
        const auto ms = read_amount(text, unit::ms);
        value.number = static_cast<std::int64_t>(ms.value_or(0));
        return ms && std::cmp_less_equal(*ms, row.most) && value.number >= row.least &&
               value.number % row.step == 0;
    }
    case setting_row::kind::choice: {
        const auto at = std::find(row.names.begin(), row.names.end(), text);
        value.number = at - row.names.begin();
        return at != row.names.end();
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
    return doc + " (default " + fallback_text(row) + ")";
}

// The program's function may throw anything.
std::string settings::make(void*& state) try {
    return maker_->make(values_, state);
} catch (const std::exception& e) {
    return e.what();
} catch (...) {
    return "a non-std::exception was thrown";
}

}  // namespace callbox::cli
