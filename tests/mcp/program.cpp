// A program with every type and bound, and every attribute for AI clients.
#include "support/everything_api.hpp"

namespace {

using callbox::adds_only, callbox::idempotent, callbox::no_tool, callbox::reads_only;
using callbox::arg, callbox::length, callbox::method, callbox::pattern, callbox::self_contained;
using callbox::title, callbox::tool_name;

std::size_t count(const std::vector<std::string>& parts,
                  const std::map<std::string, std::optional<std::int8_t>>& stock) {
    return parts.size() + stock.size();
}
std::int64_t half(std::int64_t n) { return n / 2; }
std::uint64_t widest() { return 18446744073709551615u; }
void nothing() {}

constexpr callbox::api methods = everything::methods + callbox::api{
    method<"bound.count", count>("How many there are.",
        arg("parts").each<pattern<"^[A-Z]{2}-[0-9]{1,4}$">()>().unique().size(1, 5),
        arg("stock").keys<length(1, 4)>().size(0, 3), reads_only, self_contained),
    method<"bound.half", half>("The half.", arg("n").in(-9007199254740991, 9007199254740993),
        adds_only, idempotent, title("One half")),
    method<"bound.widest", widest>("2^64 - 1.", tool_name("widest")),
    method<"bound.nothing", nothing>("Nothing, to models.", no_tool),
};

}  // namespace

int main(int argc, char** argv) {
    everything::counter state;
    return callbox::run(methods, state, argc, argv,
                        {.title = "everything", .version = "1.0.0", .description = "Every type."});
}
