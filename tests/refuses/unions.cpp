// Variants and their discriminators.
#include <callbox/callbox.hpp>

using callbox::api, callbox::as, callbox::field, callbox::fields, callbox::method, callbox::one_of,
    callbox::tagged;

struct card { int number; };
constexpr auto describe(as<card>) { return fields{field{"number", &card::number}}; }
struct cash {};
constexpr auto describe(as<cash>) { return fields{}; }
using payment = std::variant<card, cash>;
template <typename T> int takes(T) { return 0; }

// ---- one_of_that_is_fields
// refuses: callbox: describe a variant with a one_of that names each alternative once
constexpr auto describe(as<payment>) { return fields{}; }
constexpr api methods{method<"f", takes<const payment&>>("F.", "p")};

// ---- one_of_with_an_alternative_twice
// refuses: callbox: describe a variant with a one_of that names each alternative once
constexpr auto describe(as<payment>) {
    return one_of{"kind", tagged<card>("card"), tagged<card>("cash")};
}
constexpr api methods{method<"f", takes<const payment&>>("F.", "p")};

// ---- one_of_with_text
// refuses: callbox: an alternative of a one_of must be a struct with describe() and fields
// repair: Make the alternative a struct with `describe()`: the text becomes a member.
using either = std::variant<std::string, cash>;
constexpr auto describe(as<either>) {
    return one_of{"kind", tagged<std::string>("text"), tagged<cash>("cash")};
}
constexpr api methods{method<"f", takes<const either&>>("F.", "p")};

// ---- one_of_within_one_of
// refuses: callbox: an alternative of a one_of must be a struct with describe() and fields
using inner = std::variant<cash>;
constexpr auto describe(as<inner>) { return one_of{"kind", tagged<cash>("cash")}; }
using outer = std::variant<inner, card>;
constexpr auto describe(as<outer>) {
    return one_of{"type", tagged<inner>("inner"), tagged<card>("card")};
}
constexpr api methods{method<"f", takes<const outer&>>("F.", "p")};

// ---- one_of_without_an_alternative
// refuses: callbox: describe a variant with a one_of that names each alternative once
// repair: Name each alternative once: `tagged<card>("card"), tagged<cash>("cash")`.
constexpr auto describe(as<payment>) { return one_of{"kind", tagged<card>("card")}; }
constexpr api methods{method<"f", takes<const payment&>>("F.", "p")};

// ---- tag_is_a_member
// refuses: callbox: an alternative of a one_of must not have a member with the tag's name
// repair: Choose another name for the tag: `one_of{"kind", ...}`.
constexpr auto describe(as<payment>) {
    return one_of{"number", tagged<card>("card"), tagged<cash>("cash")};
}
constexpr api methods{method<"f", takes<const payment&>>("F.", "p")};

// ---- tag_without_a_name
// refuses: callbox: the discriminator of a one_of must have a name
// repair: Name the tag: `one_of{"kind", ...}`.
constexpr auto describe(as<payment>) {
    return one_of{"", tagged<card>("card"), tagged<cash>("cash")};
}
constexpr api methods{method<"f", takes<const payment&>>("F.", "p")};

// ---- tags_are_the_same
// refuses: callbox: two alternatives of a one_of share a tag
// repair: Give each alternative a tag of its own.
constexpr auto describe(as<payment>) {
    return one_of{"kind", tagged<card>("card"), tagged<cash>("card")};
}
constexpr api methods{method<"f", takes<const payment&>>("F.", "p")};

// ---- variant_of_two_numbers
// refuses: callbox: the alternatives of a variant must differ in their kind of JSON
// repair: Keep `double`, or describe structs with a `one_of`.
constexpr api methods{method<"f", takes<std::variant<int, double>>>("F.", "n")};

// ---- variant_of_two_structs
// refuses: callbox: two alternatives of a variant are objects: describe the variant with a one_of
// repair: Describe the variant: `one_of{"kind", tagged<card>("card"), tagged<cash>("cash")}`.
constexpr api methods{method<"f", takes<const payment&>>("F.", "p")};
