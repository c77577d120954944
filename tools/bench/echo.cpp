// The example's methods, and one that returns its parameter, a string of any length.
#include "app/methods.hpp"

namespace {

std::string_view echo(std::string_view text) { return text; }

constexpr callbox::api methods =
    demo::methods + callbox::api{callbox::method<"echo", echo>("Returns its parameter.", "text")};

}  // namespace

int main(int argc, char** argv) { return callbox::run(methods, argc, argv); }
