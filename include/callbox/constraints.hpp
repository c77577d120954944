// callbox/constraints.hpp - bounds and patterns of parameters and members. The compiler checks
// types and defaults against them, the server checks the arguments of each call. Part of
// describe.hpp.
#pragma once

#include <callbox/detail/containers.hpp>
#include <callbox/detail/pattern_parser.hpp>

namespace callbox {

// See describe.hpp.
namespace table_error {
void a_default_value_is_outside_its_constraint(std::string_view name);
void a_constraint_does_not_apply_to_this_type(std::string_view name);
void a_constraint_has_its_minimum_above_its_maximum(std::string_view name);
void a_bound_is_given_twice(std::string_view name);
void bounds_of_value_length_and_size_cannot_be_combined(std::string_view name);
}  // namespace table_error

namespace detail {

// Stops the compiler, which prints the error and the number, from 1, of the parameter; clang prints
// its name too.
constexpr void refuse(std::size_t, std::string_view name, void (*error)(std::string_view)) {
    error(name);
}
template <std::size_t Number> struct refuse_number {
    constexpr void operator()(std::string_view name, void (*error)(std::string_view)) const {
        refuse(Number, name, error);
    }
};

template <class T> constexpr numeral numeral_of(T v) {
    if constexpr (std::floating_point<T>) {
        return {.kind = kind::number, .number = static_cast<double>(v)};
    } else {
        const bool negative = std::cmp_less(v, 0);
        const auto magnitude = static_cast<std::uint64_t>(v);
        return {.kind = kind::integer, .negative = negative,
                .magnitude = negative ? 0 - magnitude : magnitude};
    }
}

template <class T> inline constexpr bool is_number =
    std::is_arithmetic_v<T> && !std::same_as<T, bool> && !is_character<T>;

// The bounds of a template argument, in static storage.
template <auto Constraint> inline constexpr bounds kept = Constraint.constraints;

// The constraints of an `arg` or a `field`. Each function returns a copy with one more constraint.
// Both ends are inclusive. A value outside is refused with -32602. Giving an end twice, or
// combining bounds of value, length and size, is a compile-time error.
template <class Attribute> struct bounded {
    bounds constraints = {};

    // Bounds a number.
    template <class L, class H> constexpr Attribute in(L least, H most) const {
        static_assert(is_number<L> && is_number<H>, "callbox: in() takes two numbers");
        return with({.what = bounds::on::value, .least = numeral_of(least),
                     .most = numeral_of(most)});
    }
    template <class T> constexpr Attribute at_least(T least) const {
        static_assert(is_number<T>, "callbox: at_least() takes a number");
        return with({.what = bounds::on::value, .open_most = true, .least = numeral_of(least)});
    }
    template <class T> constexpr Attribute at_most(T most) const {
        static_assert(is_number<T>, "callbox: at_most() takes a number");
        return with({.what = bounds::on::value, .open_least = true, .most = numeral_of(most)});
    }

    // Bounds the characters of a string.
    constexpr Attribute length(std::size_t least, std::size_t most) const {
        return with({.what = bounds::on::length, .count_least = least, .count_most = most});
    }
    constexpr Attribute length_at_least(std::size_t least) const {
        return with({.what = bounds::on::length, .open_most = true, .count_least = least});
    }
    constexpr Attribute length_at_most(std::size_t most) const {
        return with({.what = bounds::on::length, .open_least = true, .count_most = most});
    }

    // Requires a string to match a regular expression, `.pattern<"^[A-Z]{2}-[0-9]+$">()`, which
    // pattern.hpp describes. Can be combined with a length.
    template <fixed_string Pattern> constexpr Attribute pattern() const {
        Attribute other = with_part(&bounds::has_pattern);
        constexpr auto error = parsed_pattern<Pattern>.error;
        if constexpr (error != nullptr) error(name_in_messages());
        else other.constraints.pattern = &pattern_table<Pattern>::made;
        return other;
    }

    // Bounds the number of elements of a list or map.
    constexpr Attribute size(std::size_t least, std::size_t most) const {
        return with({.what = bounds::on::size, .count_least = least, .count_most = most});
    }
    constexpr Attribute size_at_least(std::size_t least) const {
        return with({.what = bounds::on::size, .open_most = true, .count_least = least});
    }
    constexpr Attribute size_at_most(std::size_t most) const {
        return with({.what = bounds::on::size, .open_least = true, .count_most = most});
    }

    template <class... A> requires(sizeof...(A) != 2) constexpr Attribute in(A...) const {
        static_assert(sizeof...(A) == 2, "callbox: in() takes two numbers; "
                                         "for one, use at_least() or at_most()");
        return static_cast<const Attribute&>(*this);
    }
    template <class... A> requires(sizeof...(A) != 2) constexpr Attribute length(A...) const {
        static_assert(sizeof...(A) == 2, "callbox: length() takes two numbers; "
                                         "for one, use length_at_least() or "
                                         "length_at_most()");
        return static_cast<const Attribute&>(*this);
    }
    template <class... A> requires(sizeof...(A) != 2) constexpr Attribute size(A...) const {
        static_assert(sizeof...(A) == 2, "callbox: size() takes two numbers; "
                                         "for one, use size_at_least() or size_at_most()");
        return static_cast<const Attribute&>(*this);
    }

    // Constrain each element of a list or map, or each name in a map: `.each<length(1, 40)>()`. The
    // functions below make the constraint in < >.
    template <auto Constraint> constexpr Attribute each() const {
        Attribute other = with_part(&bounds::has_each);
        other.constraints.each = &kept<Constraint>;
        return other;
    }
    template <auto Constraint> constexpr Attribute keys() const {
        Attribute other = with_part(&bounds::has_keys);
        other.constraints.keys = &kept<Constraint>;
        return other;
    }
    // Requires the elements of a list to be distinct as JSON: 1 and 1.0 are equal. For lists of
    // numbers, strings, bools and enumerations, and of lists, tuples and variants of these.
    constexpr Attribute unique() const { return with_part(&bounds::unique); }

private:
    constexpr std::string_view name_in_messages() const {
        if constexpr (requires(const Attribute& w) { w.name; })
            return static_cast<const Attribute&>(*this).name;
        return "constraint";
    }
    constexpr Attribute with_part(bool bounds::*part) const {
        Attribute other = static_cast<const Attribute&>(*this);
        if (other.constraints.*part)
            table_error::a_bound_is_given_twice(name_in_messages());
        other.constraints.*part = true;
        if (other.constraints.what == bounds::on::nothing)
            other.constraints.what = bounds::on::parts;
        return other;
    }
    constexpr Attribute with(const bounds& more) const {
        Attribute other = static_cast<const Attribute&>(*this);
        bounds& all = other.constraints;
        const bool is_first = all.what == bounds::on::nothing || all.what == bounds::on::parts;
        if (!is_first && all.what != more.what)
            table_error::bounds_of_value_length_and_size_cannot_be_combined(name_in_messages());
        if (!is_first && (!(all.open_least || more.open_least) ||
                          !(all.open_most || more.open_most)))
            table_error::a_bound_is_given_twice(name_in_messages());
        const bounds low = is_first || all.open_least ? more : all;
        const bounds high = is_first || all.open_most ? more : all;
        all.what = more.what;
        all.open_least = low.open_least;
        all.open_most = high.open_most;
        all.least = low.least;
        all.most = high.most;
        all.count_least = low.count_least;
        all.count_most = high.count_most;
        return other;
    }
};

}  // namespace detail

// A constraint of elements or names, for each<>() and keys<>(). A constraint without bounds of its
// own begins with constraint{}. For a list of lists:
//     .each<size(1, 3).each<in(0, 9)>()>()
struct constraint : detail::bounded<constraint> {};

template <class L, class H> constexpr constraint in(L least, H most) {
    return constraint{}.in(least, most);
}
template <class T> constexpr constraint at_least(T least) { return constraint{}.at_least(least); }
template <class T> constexpr constraint at_most(T most) { return constraint{}.at_most(most); }
constexpr constraint length(std::size_t least, std::size_t most) {
    return constraint{}.length(least, most);
}
constexpr constraint length_at_least(std::size_t n) { return constraint{}.length_at_least(n); }
constexpr constraint length_at_most(std::size_t n) { return constraint{}.length_at_most(n); }
template <fixed_string Pattern> constexpr constraint pattern() {
    return constraint{}.pattern<Pattern>();
}
constexpr constraint size(std::size_t least, std::size_t most) {
    return constraint{}.size(least, most);
}
constexpr constraint size_at_least(std::size_t n) { return constraint{}.size_at_least(n); }
constexpr constraint size_at_most(std::size_t n) { return constraint{}.size_at_most(n); }

}  // namespace callbox
