// Types and values.
#include <callbox/required.hpp>

struct colour {};
bool parse_colour(std::string_view text, colour& out);
std::string hex_of(const colour& from);
// example of codec.hpp: template <> struct callbox::codec<colour> {
static_assert(callbox::readable<colour> && callbox::writable<colour>);

namespace constraints_hpp {
using callbox::arg, callbox::in, callbox::method, callbox::size;
void plot(std::vector<std::vector<int>> rows);
constexpr callbox::api methods{method<"plot", plot>("Plots.", arg("rows")
// example of constraints.hpp: .each<size(1, 3)
)};
}

namespace defaults_hpp {
using callbox::arg, callbox::constant, callbox::field, callbox::initial;
constexpr int origin = 0;
struct page { int rows = 50; };
constexpr std::tuple forms{
    // example of defaults.hpp: arg("by") = 1
};
}

namespace describe_hpp {
// example of describe.hpp: enum class tone
// example of describe.hpp: struct point {
struct place { std::string id, name; };
// example of describe.hpp: constexpr auto describe(callbox::as<place>)
static_assert(callbox::readable<point> && callbox::readable<place>);
}

namespace error_hpp {
// example of error.hpp: callbox::result<double> divide(
}

namespace json_view_hpp {
void keep(std::string text);
void read(const callbox::json& j, int& total, std::vector<std::string_view>& names) {
    // example of json_view.hpp: const std::optional<int> first
}
}

namespace one_of_hpp {
// example of one_of.hpp: struct card {
constexpr auto describe(callbox::as<card>) { return callbox::aggregate("number"); }
constexpr auto describe(callbox::as<transfer>) { return callbox::aggregate("iban"); }
// example of one_of.hpp: using payment
static_assert(callbox::readable<payment>);
}

namespace pattern_hpp {
using callbox::arg, callbox::method;
void sell(std::string_view sku);
constexpr callbox::api methods{method<"sell", sell>("Sells.",
// example of pattern.hpp: arg("sku")
)};
}

namespace required_hpp {
// example of required.hpp: struct product {
template <class T> concept may_lack_a_price = requires { T{.sku = "B-2"}; };
static_assert(!may_lack_a_price<product>);
}
