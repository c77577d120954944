// callbox/detail/tagged_union.hpp - the codec of a variant that a one_of describes. Part of
// one_of.hpp.
#pragma once

#include <callbox/one_of.hpp>

namespace callbox {

namespace detail {

template <class T, class... S> constexpr tagged<T> tag_of(const one_of<S...>& given) {
    constexpr std::array<bool, sizeof...(S)> same{std::same_as<T, S>...};
    return tagged<T>(given.tags[std::find(same.begin(), same.end(), true) - same.begin()]);
}

template <class V, class... T> inline constexpr bool names_each_once = false;
template <class... S, class... T>
inline constexpr bool names_each_once<one_of<S...>, T...> =
    sizeof...(S) == sizeof...(T) && ((count_of<T, S...> == 1) && ...);

// One alternative on the wire: a struct whose first member is the tag.
template <class V, class S, std::size_t I> struct alternative {
    static constexpr std::array names{V::ordered.tags[I]};
    static constexpr type tag{.form = type_form::choice, .names = names, .tag = V::ordered.member};

    static constexpr auto members = [] {
        constexpr auto& own = struct_members<S>;
        std::array<member, own.size() + 1> all{member{.name = V::ordered.member, .type = &tag}};
        for (std::size_t i = 0; i < own.size(); ++i) all[i + 1] = own[i];
        return all;
    }();
    static constexpr bool tag_is_no_member =
        std::none_of(members.begin() + 1, members.end(),
                     [](const member& m) { return m.name == V::ordered.member; });
    static_assert(tag_is_no_member,
                  "callbox: an alternative of a one_of must not have a member with the tag's name");
    static constexpr type schema{.form = type_form::object, .members = members,
                                 .ignores_others = codec<S>::schema.ignores_others,
                                 .name = codec<S>::schema.name};

    static bool read(value from, S& out, violations& bad) {
        return codec<S>::template read_members<alternative>(from, out, bad);
    }
    static void write(writer& to, const S& from) {
        to.begin_object();
        to.key(V::ordered.member);
        to.string(V::ordered.tags[I]);
        codec<S>::write_members(to, from);
        to.end_object();
    }
};

// The one_of of a variant. Outside the codec, which needs it later: see struct_fields.
template <class Variant, class... T> struct tagged_union {
    static constexpr auto given = describe(as<Variant>{});
    static constexpr bool each_is_named_once =
        names_each_once<std::remove_cvref_t<decltype(given)>, T...>;
    static constexpr bool each_has_fields = (has_fields<T> && ...);
    static constexpr bool is_sound = each_is_named_once && each_has_fields;
    static_assert(each_is_named_once,
                  "callbox: describe a variant with a one_of that names each alternative once");
    static_assert(each_has_fields,
                  "callbox: an alternative of a one_of must be a struct with describe() and "
                  "fields, which share an object with the tag");

    // The same description in the order of the variant's alternatives. Without text after an error:
    // avoid further messages.
    static constexpr one_of<T...> put_in_order() {
        one_of<T...> made("", tagged<T>("")...);
        if constexpr (is_sound) made = {given.member, tag_of<T>(given)...};
        if constexpr (is_sound) made.name = given.name;
        return made;
    }
    static constexpr one_of<T...> ordered = put_in_order();
    static constexpr bool no_two_tags_are_the_same = !is_sound || twin_in(ordered.tags) == nullptr;
    static constexpr bool the_tag_has_a_name = !is_sound || !ordered.member.empty();
    static_assert(no_two_tags_are_the_same, "callbox: two alternatives of a one_of share a tag");
    static_assert(the_tag_has_a_name, "callbox: the discriminator of a one_of must have a name");

    static constexpr type tag{
        .form = type_form::choice, .names = ordered.tags, .tag = ordered.member};
    template <std::size_t... I>
    static constexpr std::array<const type*, sizeof...(I)> all(std::index_sequence<I...>) {
        if constexpr (is_sound) return {&alternative<tagged_union, T, I>::schema...};
        else return {(static_cast<void>(I), &null_type)...};
    }
    static constexpr auto parts = all(std::index_sequence_for<T...>{});
};

}  // namespace detail

template <class... T> requires described<std::variant<T...>> struct codec<std::variant<T...>> {
    using known_as = detail::tagged_union<std::variant<T...>, T...>;
    static constexpr type schema{.form = type_form::either,
                                 .parts = known_as::parts,
                                 .name = known_as::ordered.name,
                                 .tag = known_as::ordered.member};

    static bool read(value from, std::variant<T...>& out, violations& bad)
        requires(readable<T> && ...)
    {
        if (!from.is(kind::object)) return bad.wrong_type(from, schema);
        return read_part(find_alternative(from, schema, known_as::tag, bad), from, out, bad,
                         std::index_sequence_for<T...>{});
    }
    static void write(writer& to, const std::variant<T...>& from) requires(writable<T> && ...) {
        // The compiler must see the schema before known_as: a part may have lists of the variant.
        static_assert(schema.form == type_form::either);
        write_part(to, from, std::index_sequence_for<T...>{});
    }

private:
    template <std::size_t... I>
    static bool read_part(std::size_t number, value from, std::variant<T...>& out, violations& bad,
                          std::index_sequence<I...>) {
        bool right = false;
        if constexpr (known_as::is_sound)
            (void)((number == I && (right = detail::alternative<known_as, T, I>::read(
                                        from, out.template emplace<I>(), bad), true)) || ...);
        return right;
    }
    // A variant without a value, after an exception, has no JSON: null, and the response is -32603.
    template <std::size_t... I>
    static void write_part(writer& to, const std::variant<T...>& from, std::index_sequence<I...>) {
        bool written = false;
        if constexpr (known_as::is_sound)
            written = ((from.index() == I && (detail::alternative<known_as, T, I>::write(
                                                  to, std::get<I>(from)), true)) || ...);
        if (!written) to.inexpressible();
    }
};

}  // namespace callbox
