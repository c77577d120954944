// Bounds of numbers, strings and lists, and patterns of strings.
#include <callbox/callbox.hpp>

using callbox::api, callbox::arg, callbox::as, callbox::at_least, callbox::at_most, callbox::field,
    callbox::fields, callbox::in, callbox::length, callbox::method;

int number(int n) { return n; }
int text(std::string_view s) { return static_cast<int>(s.size()); }
int list(const std::vector<int>& v) { return static_cast<int>(v.size()); }
int map(const std::map<std::string, int>& m) { return static_cast<int>(m.size()); }
template <typename T> int takes(T) { return 0; }

// ---- bound_given_twice
// refuses: a_bound_is_given_twice
// repair: Give each bound once: `arg("n").in(1, 3)`.
constexpr api methods{method<"f", number>("F.", arg("n").in(1, 5).at_most(3))};

// ---- bound_that_is_no_number
// refuses: callbox: at_least() takes a number
// repair: Pass a number: `at_least(1)`.
constexpr api methods{method<"f", number>("F.", arg("n").at_least("one"))};

// ---- bounds_of_two_kinds
// refuses: bounds_of_value_length_and_size_cannot_be_combined
// repair: Keep one kind: length is for strings, size for lists and maps, `in()` for numbers.
constexpr api methods{method<"f", text>("F.", arg("s").length_at_least(1).size_at_most(3))};

// ---- constraint_of_another_type
// refuses: a_constraint_does_not_apply_to_this_type
// repair: Use a constraint of the type: `arg("n").in(1, 5)`.
constexpr api methods{method<"f", number>("F.", arg("n").length(1, 5))};

// ---- constraint_upside_down
// refuses: a_constraint_has_its_minimum_above_its_maximum
// repair: Pass the minimum first: `arg("n").in(1, 5)`.
constexpr api methods{method<"f", number>("F.", arg("n").in(5, 1))};

// ---- elements_given_twice
// refuses: a_bound_is_given_twice
constexpr api methods{method<"f", list>("F.", arg("v").each<at_least(1)>().each<at_most(2)>())};

// ---- elements_of_a_number
// refuses: a_constraint_does_not_apply_to_this_type
constexpr api methods{method<"f", takes<const int&>>("F.", arg("v").each<in(1, 2)>())};

// ---- elements_of_a_struct
// refuses: a_constraint_does_not_apply_to_this_type
struct point { int x; };
constexpr auto describe(as<point>) { return fields{field{"x", &point::x}}; }
int f(const std::vector<point>& v) { return static_cast<int>(sizeof v); }
constexpr api methods{method<"f", f>("F.", arg("v").each<in(1, 2)>())};

// ---- elements_of_another_type
// refuses: a_constraint_does_not_apply_to_this_type
constexpr api methods{method<"f", list>("F.", arg("v").each<length(1, 2)>())};

// ---- elements_upside_down
// refuses: a_constraint_has_its_minimum_above_its_maximum
constexpr api methods{method<"f", list>("F.", arg("v").each<in(2, 1)>())};

// ---- fraction_for_an_element
// refuses: a_constraint_does_not_apply_to_this_type
constexpr api methods{method<"f", map>("F.", arg("v").each<at_most(0.5)>())};

// ---- fraction_for_an_integers_least
// refuses: a_constraint_does_not_apply_to_this_type
constexpr api methods{method<"f", number>("F.", arg("n").at_least(0.5))};

// ---- fraction_for_an_integers_range
// refuses: a_constraint_does_not_apply_to_this_type
constexpr api methods{method<"f", number>("F.", arg("n").in(0, 7.5))};

// ---- length_of_one_number
// refuses: callbox: length() takes two numbers; for one, use length_at_least()
// repair: Pass a minimum and a maximum, or use `length_at_least(1)` or `length_at_most(1)`.
constexpr api methods{method<"f", text>("F.", arg("s").length(1))};

// ---- names_of_a_list
// refuses: a_constraint_does_not_apply_to_this_type
constexpr api methods{method<"f", list>("F.", arg("v").keys<length(1, 2)>())};

// ---- range_of_one_number
// refuses: callbox: in() takes two numbers; for one, use at_least() or at_most()
// repair: Pass a minimum and a maximum, or use `at_least(0)` or `at_most(0)`.
constexpr api methods{method<"f", number>("F.", arg("n").in(0))};

// ---- size_of_bytes
// refuses: a_constraint_does_not_apply_to_this_type
int f(const std::vector<std::byte>&) { return 0; }
constexpr api methods{method<"f", f>("F.", arg("octets").size(1, 16))};

// ---- unique_list_of_any_json
// refuses: a_constraint_does_not_apply_to_this_type
int f(const std::vector<callbox::json>& v) { return static_cast<int>(sizeof v); }
constexpr api methods{method<"f", f>("F.", arg("v").unique())};

// ---- unique_map
// refuses: a_constraint_does_not_apply_to_this_type
constexpr api methods{method<"f", map>("F.", arg("v").unique())};

// ---- pattern_given_twice
// refuses: a_bound_is_given_twice
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^a$">().pattern<"^b$">())};

// ---- pattern_of_a_number
// refuses: a_constraint_does_not_apply_to_this_type
constexpr api methods{method<"f", number>("F.", arg("n").pattern<"^[0-9]$">())};

// ---- pattern_that_is_no_utf_8
// refuses: a_pattern_is_not_utf_8
// repair: Write the character in UTF-8, or as `\\u00ff`.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^\xff$">())};

// ---- pattern_that_is_too_large
// refuses: a_pattern_has_more_than_256_positions
// repair: Shorten the pattern, or check the text in the function.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^([a-z]{16}){17}$">())};

// ---- pattern_that_repeats_nothing
// refuses: a_pattern_quantifier_has_nothing_to_repeat
// repair: Write a character, class or group before the quantifier, or escape it: `\\*`.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^(*)$">())};

// ---- pattern_with_a_back_reference
// refuses: a_pattern_has_a_back_reference
// repair: Write the alternatives out: `^(aa|bb)$`.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^(a|b)\\1$">())};

// ---- pattern_with_a_lazy_quantifier
// refuses: a_pattern_has_a_lazy_quantifier
// repair: Remove the `?`: a pattern matches the whole string either way.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^a*?b$">())};

// ---- pattern_with_a_wrong_count
// refuses: a_pattern_has_an_invalid_count
// repair: Write the minimum first, and both as numbers: `^a{2,3}$`.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^a{3,2}$">())};

// ---- pattern_with_a_wrong_range
// refuses: a_pattern_has_an_invalid_range
// repair: Write the lower character first: `^[a-z]$`.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^[z-a]$">())};

// ---- pattern_with_an_anchor_inside
// refuses: a_pattern_has_an_anchor_inside
// repair: Keep the anchors at the ends, or escape the character: `^(a\\$|b)$`.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^(a$|b)$">())};

// ---- pattern_with_an_empty_class
// refuses: a_pattern_has_an_empty_class
// repair: Write the characters of the class: `^[a-z]$`.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^[]$">())};

// ---- pattern_with_an_open_bracket
// refuses: a_pattern_has_an_unmatched_bracket
// repair: Close the bracket, or escape it: `^\\(a$`.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^(a$">())};

// ---- pattern_with_an_unknown_escape
// refuses: a_pattern_has_an_unknown_escape
// repair: Use an escape that pattern.hpp lists; other characters need none.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^a\\b$">())};

// ---- pattern_with_look_ahead
// refuses: a_pattern_has_look_around_or_a_named_group
// repair: Use a group without a name, `(a)` or `(?:a)`; check other conditions in the function.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^(?=a).*$">())};

// ---- pattern_with_loose_alternatives
// refuses: alternatives_in_a_pattern_must_be_in_a_group
// repair: Enclose the alternatives in a group: `^(a|b)$`.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^a|b$">())};

// ---- pattern_without_anchors
// refuses: a_pattern_must_begin_with_a_caret_and_end_with_a_dollar
// repair: Add the anchors, for a match of the whole string: `^[a-z]+$`.
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"[a-z]+">())};
