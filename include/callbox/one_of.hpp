// callbox/one_of.hpp - tagged unions: a variant of structs as one JSON object with a discriminator,
// its tag. Part of codec.hpp.
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
// On the wire it is {"kind":"card","number":"4111"}: the tag and the members of the struct in one
// object. In a parameter the tag may be at any place in the object, in a result it comes first. Put
// describe() in the namespace of one of the structs, after the structs and above the table. Each
// alternative of the variant has one tag and is a struct with fields; a struct without members is
// `fields{}`. An alternative may contain lists of the variant itself: declare that struct, then the
// alias, then define it.
//
// In an example the tag comes first, then the members: example({{"card", "4111"}}).
#pragma once

#include <callbox/describe.hpp>

namespace callbox {

// An alternative and its tag on the wire.
template <class S> struct tagged {
    std::string_view tag;
    constexpr explicit tagged(std::string_view tag_) : tag(tag_) {}
};

// Its name in messages and the document is set by named(); by default it is "card or transfer".
template <class... S> struct one_of : detail::with_name<one_of<S...>> {
    std::string_view member;  // the discriminator
    std::array<std::string_view, sizeof...(S)> tags;

    constexpr one_of(std::string_view member_, tagged<S>... each)
        : member(member_), tags{each.tag...} {}
};

// The index of the part that the tag of an object selects. If there is none, returns the number of
// parts and adds a violation. `tag` is the tag's type, a choice of all tags. Requires: `object` is
// an object.
std::size_t find_alternative(value object, const type& tagged_union, const type& tag,
                             violations& bad);

}  // namespace callbox

#include <callbox/detail/tagged_union.hpp>
