// callbox/describe.hpp - enumerations and structs as JSON, described once, next to the type. Part
// of codec.hpp.
//
//     enum class tone { plain, cheerful };
//     constexpr auto describe(callbox::as<tone>) {
//         using callbox::choice, callbox::choices;
//         return choices{choice{tone::plain, "plain"}, choice{tone::cheerful, "cheerful"}};
//     }
//
//     struct point {
//         double x, y;
//         std::string label;
//         std::optional<tone> mood;
//     };
//     constexpr auto describe(callbox::as<point>) {
//         using callbox::field, callbox::fields;
//         return fields{field{"x", &point::x, "metres east"}.in(-1000, 1000),
//                       field{"y", &point::y, "metres north"},
//                       field{"label", &point::label}.length(0, 20) = "here",
//                       field{"mood", &point::mood}};
//     }
//
// On the wire it is an object, {"x":1,"y":2.5}: "label" may be absent because it has a default,
// "mood" because it is optional. Members without a field are unexpected in a parameter, unless
// `.ignoring_others()` follows the braces, and omitted from a result; an empty optional is omitted
// too. Structs nest; a struct may contain lists of itself (the document then describes it only as
// an object, as tools do not follow cycles). An explicit null for an optional with a default is
// null. Defaults are described in defaults.hpp, bounds in constraints.hpp. Put describe() in the
// namespace of the type; `.named("page")` after its braces renames the type.
#pragma once

#include <callbox/defaults.hpp>

namespace callbox {

// One enumerator and its name on the wire.
template <class E> struct choice {
    E value;
    std::string_view name;
    constexpr choice(E value_, std::string_view name_) : value(value_), name(name_) {}
};

namespace detail {
// The name of a type in messages and the document; by default its C++ name.
template <class Attributes> struct with_name {
    std::string_view name = {};
    constexpr Attributes named(const char* other) const {
        Attributes copy = static_cast<const Attributes&>(*this);
        copy.name = other;
        return copy;
    }
};
}  // namespace detail

template <class E, std::size_t N> struct choices : detail::with_name<choices<E, N>> {
    std::array<choice<E>, N> all;
    template <class... C> constexpr choices(C... each) : all{each...} {}
};
template <class E, class... C> choices(choice<E>, C...) -> choices<E, 1 + sizeof...(C)>;

// Errors in a table that depend on its values. These functions are neither defined nor constexpr:
// calling one while a table is built stops the compiler, and its name is the message.
namespace table_error {
void two_parameters_share_a_name(std::string_view name);
void a_parameter_has_no_name(std::string_view name);
void two_members_share_a_name(std::string_view name);
void a_member_has_no_name(std::string_view name);
}  // namespace table_error

// One member of a struct and its name on the wire; `= value` is its default. constraints.hpp has
// in(), length(), size() and the like.
template <class S, class M, class T> struct optional_field {
    std::string_view name;
    M S::*at;
    std::string_view doc;
    bounds constraints;
    T fallback;
};

template <class S, class M> struct field : detail::bounded<field<S, M>> {
    std::string_view name;
    M S::*at;
    std::string_view doc;

    constexpr field(std::string_view name_, M S::*at_, const char* doc_ = "")
        : name(name_), at(at_), doc(doc_) {}

    // `= {}` makes an empty_default.
    template <class T = empty_default> constexpr optional_field<S, M, T> operator=(T fallback) {
        static_assert(detail::default_suits<M, T>() || detail::has_literals<M>(),
                      "callbox: the default of a list, map, struct or custom type must be {}, "
                      "initial or constant<VALUE>, where VALUE is a constexpr variable");
        static_assert(detail::default_suits<M, T>() || !detail::has_literals<M>(),
                      "callbox: a default value must have its member's type");
        return {name, at, doc, this->constraints, fallback};
    }
};

template <class... F> struct fields : detail::with_name<fields<F...>> {
    std::tuple<F...> all;
    bool open = false;
    constexpr fields(F... each) : all(each...) {}
    // Other members are ignored when the struct is read, instead of refused.
    constexpr fields ignoring_others() const {
        fields copy = *this;
        copy.open = true;
        return copy;
    }
};

// The members of a struct in order, described by their names alone: all of them, at most 32. The
// struct is an aggregate without bases, whose members' types must have been described before.
//
//     constexpr auto describe(callbox::as<place>) { return callbox::aggregate("id", "name"); }
template <std::convertible_to<std::string_view>... Name>
constexpr auto aggregate(const Name&... names) {
    return fields{std::string_view(names)...};
}

}  // namespace callbox

#include <callbox/detail/described.hpp>
