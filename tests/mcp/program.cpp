// A program with every type, and with the tools that the conformance suite calls.
#include "support/everything_api.hpp"

namespace {

using callbox::method;

std::string_view simple_text() { return "This is a simple text response for testing."; }
callbox::result<bool> error_handling() {
    return callbox::failure{1, "This tool intentionally returns an error for testing"};
}

constexpr callbox::api methods = everything::methods + callbox::api{
    method<"test_simple_text", simple_text>("A text."),
    method<"test_error_handling", error_handling>("Fails."),
};

}  // namespace

int main(int argc, char** argv) {
    everything::counter state;
    return callbox::run(methods, state, argc, argv,
                        {.title = "everything", .version = "1.0.0", .description = "Every type."});
}
