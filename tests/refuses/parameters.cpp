// Errors in one of several parameters: defaults, bounds, names, examples, patterns.
// The first messages must have the line of the row, and the name or the number of the parameter.
#include <callbox/callbox.hpp>

using callbox::api, callbox::arg, callbox::as, callbox::example, callbox::field, callbox::fields,
    callbox::length, callbox::method;

int none() { return 0; }
int pick(int from, int count) { return from + count; }
int step(int from, signed char by) { return from + by; }
int find(int from, std::string_view text) { return from + static_cast<int>(text.size()); }
int sum(int from, const std::vector<int>& all) { return from + static_cast<int>(all.size()); }
template <typename T> int takes(T) { return 0; }

// ---- default_of_another_type
// refuses first: callbox: a default value must have its parameter's type
// refuses first: suits<2 | parameter<2 | Number = 2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", "from", arg("count") = "all"),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- default_out_of_range
// refuses first: a_default_value_is_out_of_its_parameters_range
// refuses first: refuse(2, | parameter<2 | number<2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"step", step>("Steps.", "from", arg("by") = 128),  // here
    method<"pick", pick>("Picks.", "from", "count"),
};

// ---- default_outside_its_bounds
// refuses first: a_default_value_is_outside_its_constraint
// refuses first: refuse(2, | parameter<2 | number<2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", arg("from").in(0, 9) = 0, arg("count").in(1, 5) = 6),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- default_before_a_required_parameter
// refuses first: callbox: a required parameter must not follow an optional one
// refuses first: suits<2 | parameter<2 | Number = 2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", arg("from") = 0, "count"),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- default_that_is_a_vector
// refuses first: callbox: the default of a list, map, struct or custom type must be {} or constant
// refuses first: suits<2 | parameter<2 | Number = 2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"sum", sum>("Sums.", "from", arg("all") = std::vector<int>{}),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- bounds_upside_down
// refuses first: a_constraint_has_its_minimum_above_its_maximum
// refuses first: refuse(2, | parameter<2 | number<2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", arg("from").in(1, 5), arg("count").in(5, 1)),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- length_of_a_number
// refuses first: a_constraint_does_not_apply_to_this_type
// refuses first: refuse(2, | parameter<2 | number<2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", arg("from").in(1, 5), arg("count").length(1, 5)),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- bound_given_twice
// refuses first: a_bound_is_given_twice
// refuses first: "count"
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", "from", arg("count").in(1, 5).at_most(3)),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- fraction_for_an_integer
// refuses first: a_constraint_does_not_apply_to_this_type
// refuses first: refuse(2, | parameter<2 | number<2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", "from", arg("count").at_least(0.5)),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- length_of_elements_that_are_numbers
// refuses first: a_constraint_does_not_apply_to_this_type
// refuses first: refuse(2, | parameter<2 | number<2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"sum", sum>("Sums.", "from", arg("all").each<length(1, 9)>()),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- range_of_one_number
// refuses first: callbox: in() takes two numbers; for one, use at_least() or at_most()
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", "from", arg("count").in(0)),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- length_of_a_member_that_is_a_number
// refuses first: a_constraint_does_not_apply_to_this_type
// refuses first: point
// refuses first: , 2UL> | , 2> | Number = 2
struct point { double x, y; };
constexpr auto describe(as<point>) {
    return fields{field{"x", &point::x}.in(0, 9), field{"y", &point::y}.length(0, 9)};
}
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"draw", takes<const point&>>("Draws.", "at"),
    method<"step", step>("Steps.", "from", "by"),
};

// ---- two_parameters_share_a_name
// refuses first: two_parameters_share_a_name
// refuses first: refuse(2, | parameter<2 | number<2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", "from", arg("from")),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- parameter_without_a_name
// refuses first: a_parameter_has_no_name
// refuses first: refuse(2, | parameter<2 | number<2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", "from", ""),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- two_members_share_a_name
// refuses first: two_members_share_a_name
// refuses first: point
// refuses first: , 2UL> | , 2> | Number = 2
struct point { double x, y; };
constexpr auto describe(as<point>) { return fields{field{"x", &point::x}, field{"x", &point::y}}; }
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"draw", takes<const point&>>("Draws.", "at"),
    method<"step", step>("Steps.", "from", "by"),
};

// ---- example_of_another_type
// refuses first: an_examples_argument_does_not_fit_its_parameter
// refuses first: refuse(2, | parameter<2 | number<2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", "from", "count", example({1, "2"}, 3)),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- example_with_too_few
// refuses first: an_example_lacks_a_required_argument
// refuses first: refuse(2, | parameter<2 | number<2
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", "from", "count", example({1}, 3)),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- example_with_too_many
// refuses first: an_example_has_more_arguments_than_parameters
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", "from", "count", example({1, 2, 3}, 3)),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- example_with_another_result
// refuses first: an_examples_result_does_not_fit_its_method
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"pick", pick>("Picks.", "from", "count", example({1, 2}, "3")),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- pattern_without_anchors
// refuses first: a_pattern_must_begin_with_a_caret_and_end_with_a_dollar
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"find", find>("Finds.", "from", arg("text").pattern<"[a-z]+">()),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- pattern_with_an_open_bracket
// refuses first: a_pattern_has_an_unmatched_bracket
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"find", find>("Finds.", "from", arg("text").pattern<"^(a|b$">()),  // here
    method<"step", step>("Steps.", "from", "by"),
};

// ---- pattern_of_a_number
// refuses first: a_constraint_does_not_apply_to_this_type
// refuses first: refuse(1, | parameter<1 | number<1
constexpr api methods{
    method<"none", none>("Nothing."),
    method<"find", find>("Finds.", arg("from").pattern<"^[0-9]+$">(), "text"),  // here
    method<"step", step>("Steps.", "from", "by"),
};
