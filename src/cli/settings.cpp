// Holds the values of a program's own options, read by cli/options, and makes its state.
#include "options.hpp"
#include "rpc/describe.hpp"
#include "rpc/members.hpp"

#include <system_error>

namespace callbox::cli {

namespace {

// A value as set() reads it.
std::string text_of(const setting_row& row, const literal& value) {
    if (row.form == setting_row::kind::duration)
        return amount_text(detail::value_of<std::uint64_t>(value), unit::ms);
    if (value.kind == kind::string) return std::string(value.string);
    bytes text;
    rpc::append_literal(text, value);
    return std::string(rpc::whole(text));
}

}  // namespace

// The name of each option is reserved: no setting may have it.
static_assert(std::all_of(all_options.begin(), all_options.end(),
                          [](const option& o) { return detail::is_own_name(o.name); }));

std::string settings::wanted(std::size_t place) const {
    const setting_row& row = rows_[place];
    const std::string ends = " from " + text_of(row, row.least) + " to " + text_of(row, row.most);
    switch (row.form) {
    case setting_row::kind::flag: return std::string(truths);
    case setting_row::kind::real:
        if (row.least.number < -1e308 || row.most.number > 1e308) return "a number";
        return "a number" + ends;
    case setting_row::kind::number: return "a number" + ends;
    case setting_row::kind::duration:
        if (row.most.magnitude != INT64_MAX) return "a duration" + ends;
        return "a duration in multiples of " + amount_text(row.step, unit::ms);
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
        if (row.fallback.kind != kind::null)
            (void)set(i, text_of(row, row.fallback));  // an empty text is a default too
    }
    return true;
}

bool settings::set(std::size_t place, std::string_view text) {
    const setting_row& row = rows_[place];
    setting_value& value = values_[place];
    value.is_given = true;
    switch (row.form) {
    case setting_row::kind::flag: return read_truth(text, value.scalar.truth);
    case setting_row::kind::number: {
        const char* const end = text.data() + text.size();
        std::int64_t number = 0;
        const auto [last, problem] = std::from_chars(text.data(), end, number);
        value.scalar = detail::numeral_of(number);
        return problem == std::errc{} && last == end && row.has(value.scalar);
    }
    case setting_row::kind::real: {
        const auto number = json::parse(std::string(text));
        const auto real = number ? number->as<double>() : std::nullopt;
        value.scalar = detail::numeral_of(real.value_or(0));
        return real && row.has(value.scalar);
    }
    case setting_row::kind::duration: {
        const auto ms = read_amount(text, unit::ms);
        value.scalar = detail::numeral_of(ms.value_or(0));
        return ms && row.has(value.scalar) && *ms % row.step == 0;
    }
    case setting_row::kind::choice: {
        const auto at = std::find(row.names.begin(), row.names.end(), text);
        if (at != row.names.end()) value.scalar.string = *at;
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
    if (row.fallback.kind == kind::null) return doc;
    return doc + " (default " + text_of(row, row.fallback) + ")";
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
