// A program with the tools that the conformance suite calls, and with calls that take long.
#include <callbox/callbox.hpp>
#include <callbox/later.hpp>

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace {

using callbox::fails, callbox::method;

void rest() { std::this_thread::sleep_for(std::chrono::milliseconds(150)); }

std::string_view simple_text() { return "This is a simple text response for testing."; }
callbox::result<bool> error_handling() {
    return callbox::failure{1, "This tool intentionally returns an error for testing"};
}
void with_progress(const callbox::caller& who) {
    for (const int percent : {0, 50, 100}) {
        who.progress(percent, 100);
        rest();
    }
}

// Reports each step, until the client is gone.
std::atomic<int> left = 0;
template <class Told> int take_steps(int count, Told& told) {
    for (int i = 1; i <= count; ++i) {
        if (told.gone()) return ++left;
        told.progress(i, count, "step " + std::to_string(i));
        rest();
    }
    return count;
}
int steps(const callbox::caller& who, int count) { return take_steps(count, who); }
void steps_later(int count, callbox::later<int> done) {
    std::thread([count, told = std::move(done)]() mutable {
        told(take_steps(count, told));
    }).detach();
}

constexpr callbox::api methods{
    callbox::thread_safe,
    method<"test_simple_text", simple_text>("A text."),
    method<"test_error_handling", error_handling>(
        "Fails.", fails(1, "This tool intentionally returns an error for testing")),
    method<"test_tool_with_progress", with_progress>("Reports.", callbox::blocking),
    method<"long.steps", steps>("Takes steps.", "count", callbox::blocking),
    method<"long.later", steps_later>("Takes steps, too.", "count"),
    method<"long.left", [] { return left.load(); }>("How often the client was gone."),
};

}  // namespace

int main(int argc, char** argv) { return callbox::run(methods, argc, argv); }
