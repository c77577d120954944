// The methods of all three servers: the sum of two integers, and a string that is returned.
#include <callbox/callbox.hpp>

#include <cstdint>
#include <string_view>

namespace {

std::int64_t add(std::int32_t a, std::int32_t b) { return std::int64_t{a} + b; }
std::string_view echo(std::string_view text) { return text; }

constexpr callbox::api methods{
    callbox::method<"add", add>("The sum of two integers.", "a", "b"),
    callbox::method<"add_named", add>("The same by name.", callbox::by_name_only, "a", "b"),
    callbox::method<"echo", echo>("Returns its parameter.", "text"),
};

}  // namespace

int main(int argc, char** argv) { return callbox::run(methods, argc, argv); }
