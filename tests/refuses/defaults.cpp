// Default values.
#include <callbox/callbox.hpp>

using callbox::api, callbox::arg, callbox::as, callbox::choice, callbox::choices, callbox::constant,
    callbox::field, callbox::fields, callbox::in, callbox::initial, callbox::method;

double add(double a, double b) { return a + b; }
int number(int n) { return n; }
int text(std::string_view s) { return static_cast<int>(s.size()); }
int list(const std::vector<int>& v) { return static_cast<int>(v.size()); }
template <typename T> int takes(T) { return 0; }

// ---- default_below_its_least
// refuses: a_default_value_is_outside_its_constraint
// repair: Pass a default that satisfies the constraint, or relax the constraint.
constexpr api methods{method<"f", number>("F.", arg("n").at_least(1) = 0)};

// ---- default_of_a_date
// refuses: callbox: the default of a list, map, struct or custom type must be {} or constant<VALUE>
int f(std::chrono::year_month_day) { return 0; }
constexpr api methods{method<"f", f>("F.", arg("day") = "2024-02-29")};

// ---- default_of_a_list
// refuses: callbox: the default of a list, map, struct or custom type must be {} or constant<VALUE>
// refuses: default_of_parameter
// repair: Pass `{}`, or `constant<VALUE>` with a constexpr `VALUE` such as a `std::array<int, 3>`.
int f(int a, const std::vector<int>& b) { return a + static_cast<int>(b.size()); }
constexpr api methods{method<"f", f>("F.", "a", arg("b") = std::vector<int>{})};

// ---- default_of_a_struct
// refuses: callbox: the default of a list, map, struct or custom type must be {} or constant<VALUE>
// refuses: default_of_parameter
struct point { int x; };
constexpr auto describe(as<point>) { return fields{field{"x", &point::x}}; }
constexpr api methods{method<"f", takes<point>>("F.", arg("p") = point{1})};

// ---- default_out_of_range
// refuses: a_default_value_is_out_of_its_parameters_range
// repair: Pass a default in the type's range, or use a wider type.
constexpr api methods{method<"f", takes<signed char>>("F.", arg("by") = 128)};

// ---- default_outside_its_constraint
// refuses: a_default_value_is_outside_its_constraint
constexpr api methods{method<"f", number>("F.", arg("n").in(1, 5) = 6)};

// ---- default_that_cannot_be_written
// refuses: callbox: a default other than a number, string, bool or enumerator
// refuses: requires a codec with write()
// repair: Give the codec a `write()`.
struct stamp { int at = 0; };
template <> struct callbox::codec<stamp> {
    static constexpr type schema{.form = type_form::integer};
    static bool read(value from, stamp& out, violations& bad) {
        return codec<int>::read(from, out.at, bad);
    }
};
constexpr api methods{method<"f", takes<stamp>>("F.", arg("s") = {})};

// ---- default_that_does_not_match
// refuses: a_default_value_is_outside_its_constraint
constexpr api methods{method<"f", text>("F.", arg("s").pattern<"^a$">() = "b")};

// ---- default_too_long
// refuses: a_default_value_is_outside_its_constraint
constexpr api methods{method<"f", text>("F.", arg("s").length(1, 3) = "long")};

// ---- default_with_a_wrong_element
// refuses: a_default_value_is_outside_its_constraint
constexpr std::array most{1, 2, 3};
constexpr api methods{method<"f", list>("F.", arg("v").each<in(1, 2)>() = constant<most>)};

// ---- default_with_equal_elements
// refuses: a_default_value_is_outside_its_constraint
constexpr std::array twice{1, 2, 1};
constexpr api methods{method<"f", list>("F.", arg("v").unique() = constant<twice>)};

// ---- default_without_a_name
// refuses: a_default_value_has_no_name_in_its_enumeration
// repair: Add a `choice` for the enumerator to the enumeration's `describe()`.
enum class tone { plain, cheerful };
constexpr auto describe(as<tone>) { return choices{choice{tone::plain, "plain"}}; }
constexpr api methods{method<"f", takes<tone>>("F.", arg("tone") = tone::cheerful)};

// ---- constant_for_a_number
// refuses: callbox: a default value must have its parameter's type
constexpr long least = 1;
constexpr api methods{method<"f", number>("F.", arg("n") = constant<least>)};

// ---- constant_of_another_type
// refuses: callbox: the default of a list, map, struct or custom type must be {} or constant<VALUE>
constexpr std::array words{"a", "b"};
constexpr api methods{method<"f", list>("F.", arg("v") = constant<words>)};

// ---- constant_outside_its_members_constraint
// refuses: a_default_value_is_outside_its_constraint
struct page { int size; };
constexpr auto describe(as<page>) { return fields{field{"size", &page::size}.at_least(1)}; }
constexpr page none{0};
constexpr api methods{method<"f", takes<page>>("F.", arg("page") = constant<none>)};

// ---- empty_default_outside_its_constraint
// refuses: a_default_value_is_outside_its_constraint
constexpr api methods{method<"f", list>("F.", arg("v").size_at_least(1) = {})};

// ---- initial_of_a_parameter
// refuses: callbox: initial is only for fields of structs
// repair: Pass `{}` or a value: `arg("n") = 0`.
constexpr api methods{method<"f", number>("F.", arg("n") = initial)};

// ---- initial_outside_its_constraint
// refuses: a_default_value_is_outside_its_constraint
struct page { int size = 0; };
constexpr auto describe(as<page>) {
    return fields{field{"size", &page::size}.at_least(1) = initial};
}
constexpr api methods{method<"f", takes<page>>("F.", "page")};

// ---- fraction_for_an_integer
// refuses: callbox: a default value must have its parameter's type
// refuses: default_of_parameter
constexpr api methods{method<"f", takes<int>>("F.", arg("by") = 1.5)};

// ---- wrong_default
// refuses: callbox: a default value must have its parameter's type
// refuses: default_of_parameter
// repair: Pass a value of the parameter's type: `arg("b") = 0`.
constexpr api methods{method<"math.add", add>("Sum.", "a", arg("b") = "zero")};

// ---- required_after_optional
// refuses: callbox: a required parameter must not follow an optional one
// refuses: required_parameter<2 | Number = 2
// repair: Give the later parameters a default too, or move the optional one to the end.
constexpr api methods{method<"math.add", add>("Sum.", arg("a") = 1, "b")};
