// The program callbox-openrpc.
#include "cli/print.hpp"
#include "command.hpp"

#include <unistd.h>

#include <new>
#include <string>

int main(int argc, char** argv) try {
    using namespace callbox;
    const std::span<char* const> words(argv, static_cast<std::size_t>(argc));
    const std::string program =
        words.empty() ? "callbox-openrpc" : cli::name_of_program(words[0]);
    program::invocation s{
        .program = program, .words = words.subspan(words.empty() ? 0 : 1), .environment = environ};
    const int status = program::run_command(s);
    return cli::print(status, s.error, s.errors, s.out);
} catch (const std::bad_alloc&) {
    return callbox::cli::print_out_of_memory();
}
