// callbox/constraints.hpp - bounds of parameters and members. The compiler checks them against
// types and defaults, each call against its arguments. Part of describe.hpp.
#pragma once

#include <callbox/codec.hpp>
#include <callbox/containers.hpp>

namespace callbox {

// As in describe.hpp.
namespace mistake {
void a_default_value_is_outside_its_constraint(std::string_view name);
void a_constraint_does_not_suit_its_parameters_type(std::string_view name);
void a_constraint_ends_before_it_begins(std::string_view name);
void a_bound_is_given_twice(std::string_view name);
void bounds_of_two_kinds_are_given(std::string_view name);
}  // namespace mistake

namespace detail {

// Stops the compiler, which prints the mistake; clang prints the name too.
constexpr void refuse(std::string_view name, void (*mistake)(std::string_view)) { mistake(name); }

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

// What an `arg` and a `field` have in common. Each function returns a copy that has the bounds. All
// ends are included. A value outside is refused with -32602. Two bounds of one side, or of two of
// value, length and size, do not compile.
template <class Word> struct bounded {
    bounds inside = {};

    // Bounds a number.
    template <class L, class H> constexpr Word in(L least, H most) const {
        static_assert(is_number<L> && is_number<H>, "callbox: in() takes two numbers");
        return with({.what = bounds::on::value, .least = numeral_of(least),
                     .most = numeral_of(most)});
    }
    template <class T> constexpr Word at_least(T least) const {
        static_assert(is_number<T>, "callbox: at_least() takes a number");
        return with({.what = bounds::on::value, .open_most = true, .least = numeral_of(least)});
    }
    template <class T> constexpr Word at_most(T most) const {
        static_assert(is_number<T>, "callbox: at_most() takes a number");
        return with({.what = bounds::on::value, .open_least = true, .most = numeral_of(most)});
    }

    // Bounds the characters of a string.
    constexpr Word length(std::size_t least, std::size_t most) const {
        return with({.what = bounds::on::length, .count_least = least, .count_most = most});
    }
    constexpr Word length_at_least(std::size_t least) const {
        return with({.what = bounds::on::length, .open_most = true, .count_least = least});
    }
    constexpr Word length_at_most(std::size_t most) const {
        return with({.what = bounds::on::length, .open_least = true, .count_most = most});
    }

    // Bounds the elements of a list or map.
    constexpr Word size(std::size_t least, std::size_t most) const {
        return with({.what = bounds::on::size, .count_least = least, .count_most = most});
    }
    constexpr Word size_at_least(std::size_t least) const {
        return with({.what = bounds::on::size, .open_most = true, .count_least = least});
    }
    constexpr Word size_at_most(std::size_t most) const {
        return with({.what = bounds::on::size, .open_least = true, .count_most = most});
    }

    template <class... A> requires(sizeof...(A) != 2) constexpr Word in(A...) const {
        static_assert(sizeof...(A) == 2, "callbox: in() takes two numbers; "
                                         "for one, there are at_least() and at_most()");
        return static_cast<const Word&>(*this);
    }
    template <class... A> requires(sizeof...(A) != 2) constexpr Word length(A...) const {
        static_assert(sizeof...(A) == 2, "callbox: length() takes two numbers; "
                                         "for one, there are length_at_least() and "
                                         "length_at_most()");
        return static_cast<const Word&>(*this);
    }
    template <class... A> requires(sizeof...(A) != 2) constexpr Word size(A...) const {
        static_assert(sizeof...(A) == 2, "callbox: size() takes two numbers; "
                                         "for one, there are size_at_least() and size_at_most()");
        return static_cast<const Word&>(*this);
    }

private:
    constexpr Word with(const bounds& more) const {
        Word other = static_cast<const Word&>(*this);
        bounds& all = other.inside;
        if (all.what == bounds::on::nothing) {
            all = more;
            return other;
        }
        if (all.what != more.what)
            refuse(other.name, mistake::bounds_of_two_kinds_are_given);
        if (!(all.open_least || more.open_least) || !(all.open_most || more.open_most))
            refuse(other.name, mistake::a_bound_is_given_twice);
        const bounds& low = all.open_least ? more : all;
        const bounds& high = all.open_most ? more : all;
        all = {.what = more.what, .open_least = low.open_least, .open_most = high.open_most,
               .least = low.least, .most = high.most,
               .count_least = low.count_least, .count_most = high.count_most};
        return other;
    }
};

// Does not look at the schema of a list: it may be a list of the struct that is being described.
template <class P> constexpr bool bounds_suit(const bounds& b) {
    if (b.what == bounds::on::nothing) return true;
    if constexpr (is_list<P>) {
        return b.what == bounds::on::size;
    } else {
        const type& t = codec<P>::schema;
        const bool whole = b.least.kind == kind::integer && b.most.kind == kind::integer;
        return (b.what == bounds::on::value && t.form == type_form::number) ||
               (b.what == bounds::on::value && t.form == type_form::integer && whole) ||
               (b.what == bounds::on::length && t.form == type_form::string);
    }
}

constexpr void check_bounds(const member& m) {
    const bounds& b = m.inside;
    const bool has_ends = !b.open_least && !b.open_most;
    if ((has_ends && is_less(b.most, b.least)) || b.count_most < b.count_least)
        refuse(m.name, mistake::a_constraint_ends_before_it_begins);
    if (!m.fallback) return;
    const bool is_within = b.what == bounds::on::value    ? b.has(*m.fallback)
                           : b.what == bounds::on::length ? b.has(characters_of(m.fallback->string))
                                                          : true;
    if (!is_within) refuse(m.name, mistake::a_default_value_is_outside_its_constraint);
}

}  // namespace detail

}  // namespace callbox
