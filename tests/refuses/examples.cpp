// Examples of calls.
#include <callbox/callbox.hpp>

using callbox::api, callbox::arg, callbox::as, callbox::example, callbox::field, callbox::fields,
    callbox::in, callbox::length, callbox::method, callbox::one_of, callbox::pattern,
    callbox::tagged;

struct card { int number; };
constexpr auto describe(as<card>) { return fields{field{"number", &card::number}}; }
struct cash {};
constexpr auto describe(as<cash>) { return fields{}; }
using payment = std::variant<card, cash>;
constexpr auto describe(as<payment>) {
    return one_of{"kind", tagged<card>("card"), tagged<cash>("cash")};
}
double add(double a, double b) { return a + b; }
int number(int n) { return n; }
int list(const std::vector<int>& v) { return static_cast<int>(v.size()); }
int map(const std::map<std::string, int>& m) { return static_cast<int>(m.size()); }
template <typename T> int takes(T) { return 0; }

// ---- example_of_a_finer_time
// refuses: an_examples_argument_does_not_fit_its_parameter
int f(std::chrono::sys_seconds) { return 0; }
constexpr api methods{method<"f", f>("F.", "at", example({"2024-01-01T00:00:00.5Z"}, 0))};

// ---- example_of_another_alternative
// refuses: an_examples_argument_does_not_fit_its_parameter
constexpr api methods{method<"f", takes<const payment&>>("F.", "p", example({{"cash", 7}}, 0))};

// ---- example_of_another_type
// refuses: an_examples_argument_does_not_fit_its_parameter
// repair: Pass an argument as a client would: `example({2}, 4)`.
constexpr api methods{method<"twice", number>("Twice.", "n", example({"2"}, 4))};

// ---- example_outside_its_constraint
// refuses: an_examples_argument_does_not_fit_its_parameter
constexpr api methods{method<"f", number>("F.", arg("n").in(0, 5), example({9}, 9))};

// ---- example_that_does_not_match
// refuses: an_examples_argument_does_not_fit_its_parameter
int f(const std::vector<std::string>&) { return 2; }
constexpr api methods{
    method<"f", f>("F.", arg("v").each<pattern<"^[a-z]$">()>(), example({{"a", "B"}}, 2)),
};

// ---- example_too_long
// refuses: an_example_has_more_than_32_values_and_braces
// repair: Pass a shorter example.
constexpr api methods{
    method<"f", list>("F.", "v", example({{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                           1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}, 32)),
};

// ---- example_with_a_wrong_element
// refuses: an_examples_argument_does_not_fit_its_parameter
constexpr api methods{method<"f", list>("F.", arg("v").each<in(1, 2)>(), example({{1, 3}}, 1))};

// ---- example_with_a_wrong_name
// refuses: an_examples_argument_does_not_fit_its_parameter
constexpr api methods{
    method<"f", map>("F.", arg("v").keys<length(1, 1)>(), example({{{"ab", 1}}}, 1)),
};

// ---- example_with_an_unknown_tag
// refuses: an_examples_argument_does_not_fit_its_parameter
constexpr api methods{method<"f", takes<const payment&>>("F.", "p", example({{"cheque"}}, 0))};

// ---- example_with_another_result
// refuses: an_examples_result_does_not_fit_its_method
// repair: Pass a result of the method's type: `example({2}, 4)`.
constexpr api methods{method<"twice", number>("Twice.", "n", example({2}, 4.5))};

// ---- example_with_equal_elements
// refuses: an_examples_argument_does_not_fit_its_parameter
int f(const std::vector<double>&) { return 1; }
constexpr api methods{method<"f", f>("F.", arg("v").unique(), example({{1, 1.0}}, 1))};

// ---- example_with_no_base64
// refuses: an_examples_argument_does_not_fit_its_parameter
int f(const std::vector<std::byte>&) { return 0; }
constexpr api methods{method<"f", f>("F.", "octets", example({"AQI"}, 0))};

// ---- example_with_no_such_date
// refuses: an_examples_argument_does_not_fit_its_parameter
int f(std::chrono::year_month_day) { return 0; }
constexpr api methods{method<"f", f>("F.", "day", example({"2023-02-29"}, 0))};

// ---- example_with_too_few
// refuses: an_example_lacks_a_required_argument
// repair: Pass an argument for each required parameter: `example({2, 2}, 4)`.
constexpr api methods{method<"add", add>("Sum.", "a", "b", example({2}, 4))};

// ---- example_with_too_many
// refuses: an_example_has_more_arguments_than_parameters
// repair: Pass no more arguments than there are parameters: `example({2}, 4)`.
constexpr api methods{method<"twice", number>("Twice.", "n", example({2, 3}, 4))};

// ---- examples_second_argument_of_another_type
// refuses: an_examples_argument_does_not_fit_its_parameter
constexpr api methods{method<"add", add>("Sum.", "a", "b", example({2, "3"}, 5))};
