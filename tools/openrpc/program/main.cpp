// The program callbox-openrpc.
#include "command.hpp"

int main(int argc, char** argv) {
    using namespace callbox;
    return cli::run_program(program::run_command, program::no_methods, nullptr, argc, argv,
                            nullptr, nullptr, "callbox-openrpc");
}
