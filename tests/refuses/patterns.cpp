// Patterns of strings.
#include <callbox/callbox.hpp>

using callbox::api, callbox::arg, callbox::method;

int number(int n) { return n; }
int text(std::string_view s) { return static_cast<int>(s.size()); }

// ---- pattern_given_twice
// refuses: a_bound_is_given_twice
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^a$">().pattern<"^b$">())};

// ---- pattern_of_a_number
// refuses: a_constraint_does_not_apply_to_this_type
constexpr api methods{method<"f", number>("F.", arg("n").pattern<"^[0-9]$">())};

// ---- pattern_that_is_no_utf_8
// refuses: a_pattern_is_not_utf_8
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^\xff$">())};

// ---- pattern_that_is_too_large
// refuses: a_pattern_has_more_than_256_positions
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^([a-z]{16}){17}$">())};

// ---- pattern_that_repeats_nothing
// refuses: a_pattern_quantifier_has_nothing_to_repeat
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^(*)$">())};

// ---- pattern_with_a_back_reference
// refuses: a_pattern_has_a_back_reference
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^(a|b)\\1$">())};

// ---- pattern_with_a_lazy_quantifier
// refuses: a_pattern_has_a_lazy_quantifier
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^a*?b$">())};

// ---- pattern_with_a_wrong_count
// refuses: a_pattern_has_an_invalid_count
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^a{3,2}$">())};

// ---- pattern_with_a_wrong_range
// refuses: a_pattern_has_an_invalid_range
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^[z-a]$">())};

// ---- pattern_with_an_anchor_inside
// refuses: a_pattern_has_an_anchor_inside
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^(a$|b)$">())};

// ---- pattern_with_an_empty_class
// refuses: a_pattern_has_an_empty_class
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^[]$">())};

// ---- pattern_with_an_open_bracket
// refuses: a_pattern_has_an_unmatched_bracket
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^(a$">())};

// ---- pattern_with_an_unknown_escape
// refuses: a_pattern_has_an_unknown_escape
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^a\\b$">())};

// ---- pattern_with_look_ahead
// refuses: a_pattern_has_look_around_or_a_named_group
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^(?=a).*$">())};

// ---- pattern_with_loose_alternatives
// refuses: alternatives_in_a_pattern_must_be_in_a_group
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^a|b$">())};

// ---- pattern_without_anchors
// refuses: a_pattern_must_begin_with_a_caret_and_end_with_a_dollar
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"[a-z]+">())};
