// The program under test: the methods of the example, and blocking methods.
#include "app/methods.hpp"

#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace {

using callbox::blocking, callbox::method;

std::string echo(std::uint32_t ms, std::string_view text) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    return std::string(text);
}
bool fail() { throw std::runtime_error("on purpose"); }

constexpr callbox::api slow{
    callbox::thread_safe,
    method<"slow.echo", echo>("Returns the text, later.", "ms", "text", blocking),
    method<"slow.fail", fail>("Throws.", blocking),
};
constexpr callbox::api methods = demo::methods + slow;

}  // namespace

int main(int argc, char** argv) {
    callbox::options defaults;
    defaults.sandbox = callbox::sandbox_mode::where_possible;
    return callbox::run(methods, argc, argv, defaults);
}
