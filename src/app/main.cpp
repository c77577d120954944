// The program: its methods behind callbox's command line.
#include "methods.hpp"

int main(int argc, char** argv) {
    return callbox::run(demo::methods, argc, argv,
                        {.title = "callbox example", .version = "1.0.0"});
}
