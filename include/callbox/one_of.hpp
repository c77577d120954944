// callbox/one_of.hpp - tagged unions: a variant of structs as one JSON object, in which a member
// tells which of them it is. Part of codec.hpp.
//
//     struct card { std::string number; };          // each with its describe(): describe.hpp
//     struct transfer { std::string iban; };
//
//     using payment = std::variant<card, transfer>;
//     constexpr auto describe(callbox::as<payment>) {
//         using callbox::one_of, callbox::tagged;
//         return one_of{"kind", tagged<card>("card"), tagged<transfer>("transfer")}
//             .named("payment");
//     }
//
// The wire has {"kind":"card","number":"4111"}: the tag and the members of the struct in one
// object. It may stand anywhere in a parameter; a result begins with it. Put describe() into the
// namespace of one of the structs, behind them and above the table. Each alternative of the variant
// has one tag; all are structs with fields. A struct without members is `fields{}`. An alternative
// may have lists of the variant itself: declare that struct, then the alias, then define it.
//
// In an example the tag comes first, then the members: example({{"card", "4111"}}).
#pragma once

#include <callbox/describe.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <variant>

namespace callbox {

// An alternative and its tag on the wire.
template <class S> struct tagged {
    std::string_view tag;
    constexpr explicit tagged(std::string_view tag_) : tag(tag_) {}
};

// Messages and the document call it as named() says; without a name, "card or transfer".
template <class... S> struct one_of : detail::with_name<one_of<S...>> {
    std::string_view member;  // the one that tells
    std::array<std::string_view, sizeof...(S)> tags;

    constexpr one_of(std::string_view member_, tagged<S>... each)
        : member(member_), tags{each.tag...} {}
};

// The number of the part of a tagged union that an object's tag names; the number of parts, and a
// violation, if there is none. `tag` is the tag's type, a choice of all. Requires: an object.
std::size_t find_alternative(value object, const type& tagged_union, const type& tag,
                             violations& bad);

}  // namespace callbox

#include <callbox/detail/tagged_union.hpp>
