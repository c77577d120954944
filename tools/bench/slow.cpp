// A fast method and a slow, blocking one.
#include <callbox/callbox.hpp>

#include <chrono>
#include <cstdint>
#include <string_view>
#include <thread>

namespace {

std::string_view ping() { return "pong"; }

std::uint32_t slow(std::uint32_t ms) {
    std::this_thread::sleep_for(std::chrono::milliseconds(ms));
    return ms;
}

constexpr callbox::api methods{
    callbox::thread_safe,
    callbox::method<"ping", ping>("Returns \"pong\"."),
    callbox::method<"slow", slow>("Waits for so many milliseconds.", callbox::blocking, "ms"),
};

}  // namespace

int main(int argc, char** argv) { return callbox::run(methods, argc, argv); }
