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
}  // namespace mistake

namespace detail {

template <class T> constexpr literal number_literal(T v) {
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

// What an `arg` and a `field` have in common. Each function returns a copy that has the bounds.
template <class Word> struct bounded {
    bounds inside = {};

    // Bounds, both ends included: of a number; of a string, in characters; of a list or map, in
    // elements. A value outside is refused with -32602.
    template <class L, class H> constexpr Word in(L least, H most) const {
        static_assert(is_number<L> && is_number<H>, "callbox: in() takes two numbers");
        return with({.what = bounds::on::value, .least = number_literal(least),
                     .most = number_literal(most)});
    }
    constexpr Word length(std::size_t least, std::size_t most) const {
        return with({.what = bounds::on::length, .count_least = least, .count_most = most});
    }
    constexpr Word size(std::size_t least, std::size_t most) const {
        return with({.what = bounds::on::size, .count_least = least, .count_most = most});
    }

private:
    constexpr Word with(const bounds& b) const {
        Word other = static_cast<const Word&>(*this);
        other.inside = b;
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
    if (is_less(b.most, b.least) || b.count_most < b.count_least)
        mistake::a_constraint_ends_before_it_begins(m.name);
    if (!m.fallback) return;
    const bool is_within = b.what == bounds::on::value    ? b.has(*m.fallback)
                           : b.what == bounds::on::length ? b.has(characters_of(m.fallback->string))
                                                          : true;
    if (!is_within) mistake::a_default_value_is_outside_its_constraint(m.name);
}

}  // namespace detail

}  // namespace callbox
