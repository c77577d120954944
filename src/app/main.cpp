// The example program: runs its methods with callbox's command line.
#include "methods.hpp"

int main(int argc, char** argv) {
    callbox::options defaults;
    defaults.info = {.title = "callbox example", .version = "1.0.0"};
    defaults.sandbox = callbox::sandbox_mode::where_possible;
    return callbox::run(demo::methods, argc, argv, defaults);
}
