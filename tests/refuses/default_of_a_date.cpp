// refuses: callbox: the default of a list, map, struct or custom type must be {} or constant<VALUE>
#include <callbox/callbox.hpp>

int f(std::chrono::year_month_day) { return 0; }

constexpr callbox::api methods{callbox::method<"f", f>("F.", callbox::arg("day") = "2024-02-29")};
