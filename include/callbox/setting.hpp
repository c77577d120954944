// callbox/setting.hpp - a program's own options on the command line of run(), and the state made
// from them.
//
//     callbox::result<store> open(std::string path, std::optional<int> mib, bool read_only);
//
//     int main(int argc, char** argv) {
//         callbox::options defaults;
//         defaults.name = "inventory";
//         return callbox::run(methods, callbox::made_by(open,
//             callbox::setting<std::string>("--db", "FILE", "the database") = "inventory.db",
//             callbox::setting<std::optional<int>>("--cache", "MIB", "memory for it").in(1, 4096),
//             callbox::setting<bool>("--read-only", "refuse changes")), argc, argv, defaults);
//     }
//
// Each setting is a parameter of the function, in this order. Only `serve` calls the function,
// once, after the whole command line has been checked; list, help, openrpc and call do not. The
// state that it returns lives until the server has stopped. If it fails (result<State>) or throws,
// the message is a line on standard error and the exit status is 1.
//
// Like callbox's own options, a setting has a flag and an environment variable: INVENTORY_DB with
// the name above, else CALLBOX_DB; the flag has precedence. Errors are reported like theirs, in one
// line and with exit status 2.
#pragma once

#include <callbox/detail/setting_row.hpp>
#include <callbox/options.hpp>

namespace callbox {

namespace table_error {
void a_setting_must_be_two_dashes_and_lower_case_letters_digits_or_dashes();
void callbox_has_an_option_with_this_name();
void two_settings_share_a_name();
void the_value_name_of_a_setting_must_be_one_word_in_capitals();
void a_default_value_is_outside_its_settings_range();
void a_default_value_is_none_of_its_settings_choices();
void a_range_has_its_minimum_above_its_maximum();
}

// An option of the program:
//
//     bool                         a flag, which --no-NAME switches off
//     an integer, double           a number; in() bounds it
//     std::chrono::milliseconds    a duration: 500ms, 30s, 5m, 2h; in() bounds it. Also seconds,
//                                  minutes, hours, days
//     a described enumeration      one of its names (describe.hpp)
//     std::string                  a text; also a type that a string converts to, as
//                                  std::filesystem::path
//     std::vector<std::string>     a list: the flag may be repeated
//     std::optional<T>             any of these but a bool and a list
//
// It is required if it is neither a bool, a list nor an optional, and has no default (`= value`).
// `takes` is the name of the value in --help: FILE; `doc` is a phrase.
template <class T> class setting {
    static_assert(detail::setting_type<T>,
                  "callbox: a setting must have a type that setting.hpp lists");
    using inner = typename without_optional<T>::type;
    using kind = detail::setting_row::kind;
    static constexpr bool is_duration = detail::duration_setting<inner>;
    static constexpr bool is_choice = detail::choice_setting<inner>;
    static constexpr bool is_ranged = detail::ranged_setting<inner>;
    static constexpr bool is_list = std::same_as<T, detail::text_list>;
    static constexpr bool may_be_absent = is_list || !std::same_as<T, inner>;

public:
    consteval setting(const char* name, const char* takes, const char* doc)
        requires(!std::same_as<T, bool>)
        : row_{.name = name, .takes = takes, .doc = doc, .required = !may_be_absent} {
        check_name();
        if (!detail::is_word(takes))
            table_error::the_value_name_of_a_setting_must_be_one_word_in_capitals();
        if constexpr (is_list) row_.form = kind::list;
        if constexpr (is_choice) {
            row_.form = kind::choice;
            row_.names = codec<inner>::names;
        } else if constexpr (is_duration) {
            row_.form = kind::duration;
            row_.step = detail::row_value(inner(1)).magnitude;
            row_.most = detail::numeral_of(INT64_MAX);
        } else if constexpr (is_ranged) {
            row_.form = std::same_as<inner, double> ? kind::real : kind::number;
            row_.least = detail::row_value(std::numeric_limits<inner>::lowest());
            row_.most = detail::row_value(std::numeric_limits<inner>::max());
        }
    }
    consteval setting(const char* name, const char* doc) requires std::same_as<T, bool>
        : row_{.form = kind::flag, .name = name, .takes = "", .doc = doc} {
        check_name();
    }

    // Bounds a number or a duration, both ends inclusive.
    consteval setting in(inner least, inner most) const requires is_ranged {
        setting made = *this;
        if (most < least) table_error::a_range_has_its_minimum_above_its_maximum();
        made.row_.least = detail::row_value(least);
        made.row_.most = detail::row_value(most);
        return made;
    }
    // The default, used if neither the flag nor the variable is set.
    consteval setting operator=(inner value) requires(is_ranged || is_choice) {
        if constexpr (is_choice) {
            const std::string_view name = codec<inner>::name_of(value);
            if (name.data() == nullptr)
                table_error::a_default_value_is_none_of_its_settings_choices();
            return with_fallback({.kind = callbox::kind::string, .string = name});
        } else {
            const literal number = detail::row_value(value);
            // NOLINTNEXTLINE(misc-redundant-expression): NaN is not inside
            const bool is_inside = value == value && row_.has(number);
            if (!is_inside) table_error::a_default_value_is_outside_its_settings_range();
            return with_fallback(number);
        }
    }
    consteval setting operator=(const char* value) requires detail::text_setting<inner> {
        return with_fallback({.kind = callbox::kind::string, .string = value});
    }

    constexpr const detail::setting_row& row() const { return row_; }

    // The value as a parameter of the function.
    static T read(const detail::setting_value& from) {
        if constexpr (may_be_absent && !is_list)
            if (!from.is_given) return T();
        if constexpr (is_list) return from.texts;
        else if constexpr (is_duration)
            return inner(detail::value_of<std::int64_t>(from.scalar) /
                         detail::value_of<std::int64_t>(detail::row_value(inner(1))));
        else if constexpr (detail::text_setting<inner>) return inner(from.texts.front());
        else return detail::value_of<inner>(from.scalar);
    }

private:
    constexpr setting with_fallback(const literal& fallback) const {
        setting made = *this;
        made.row_.fallback = fallback;
        made.row_.required = false;
        return made;
    }
    constexpr void check_name() const {
        if (!detail::is_setting_name(row_.name))
            table_error::a_setting_must_be_two_dashes_and_lower_case_letters_digits_or_dashes();
        if (detail::is_own_name(row_.name.substr(2)))
            table_error::callbox_has_an_option_with_this_name();
    }

    detail::setting_row row_;
};

// A function and its settings, in place of a state: see the head of this file.
template <class Make, class... T> class made_by {
    static constexpr bool settings_match = std::is_invocable_v<Make, T...>;
    static_assert(settings_match,
                  "callbox: the parameters of the function must be these settings, in this order");
    using returned = std::invoke_result_t<Make, T...>;

public:
    // Requires: no two settings share a name. The compiler checks this if it is constexpr,
    // otherwise run(), which then returns 2.
    constexpr made_by(Make make, setting<T>... all) : make_(std::move(make)), rows_{all.row()...} {
        if (__builtin_is_constant_evaluated()) {  // adds no code to programs
            const auto rows = rows_;  // g++ 12 with UBSan doubts that members here have addresses
            if (detail::twin_in(rows, &detail::setting_row::name) != nullptr)
                table_error::two_settings_share_a_name();
        }
    }

    using state = typename detail::unwrapped<returned>::type;

    // Makes the state and holds it.
    class maker final : public detail::state_maker {
    public:
        explicit maker(const made_by& from) : state_maker(from.rows_), from_(&from) {}
        std::string make(std::span<const detail::setting_value> values, void*& to) override {
            return make_from(values, to, std::index_sequence_for<T...>{});
        }

    private:
        template <std::size_t... I>
        std::string make_from(std::span<const detail::setting_value> values,
                              [[maybe_unused]] void*& to, std::index_sequence<I...>) {
            const auto call = [&] { return from_->make_(setting<T>::read(values[I])...); };
            if constexpr (std::is_void_v<returned>) {
                call();
            } else if constexpr (std::same_as<returned, made_by::state>) {
                to = &state_.emplace(call).value;
            } else {
                returned made = call();
                if (!made)
                    return made.error().message.empty() ? "no reason given"
                                                          : made.error().message;
                if constexpr (!std::is_void_v<made_by::state>) {
                    const auto take = [&]() -> auto&& { return std::move(*made); };
                    to = &state_.emplace(take).value;
                }
            }
            return "";
        }
        struct nothing {};
        using held = std::conditional_t<std::is_void_v<made_by::state>, nothing, made_by::state>;

        const made_by* from_;
        std::optional<detail::fresh_state<held>> state_;
    };

private:
    Make make_;
    std::array<detail::setting_row, sizeof...(T)> rows_;
};

template <class Make, class... T> made_by(Make, setting<T>...) -> made_by<Make, T...>;

namespace detail {
template <class T> inline constexpr bool is_made_by = false;
template <class Make, class... T> inline constexpr bool is_made_by<made_by<Make, T...>> = true;
}  // namespace detail

}  // namespace callbox
