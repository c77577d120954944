// Runs the command line of main() and returns its exit status.
#include "command.hpp"
#include "print.hpp"

#include <callbox/run.hpp>

#include <unistd.h>

#include <new>
#include <span>
#include <string>

namespace callbox {

int cli::run_program(const table& methods, void* state, int argc, char** argv,
                     const options& defaults, settings* own) try {
    const std::span<char* const> words(argv, static_cast<std::size_t>(argc));
    const std::string program = words.empty() ? "callbox" : cli::name_of_program(words[0]);
    options with_words = defaults;
    with_words.program.assign(words.begin(), words.end());
    cli::invocation s{.methods = methods, .state = state, .defaults = with_words,
                   .program = program,
                   .words = words.subspan(words.empty() ? 0 : 1), .environment = environ,
                   .own = own};
    const int status = cli::run_command(s);
    return cli::print(status, s.error, s.errors, s.out);
} catch (const std::bad_alloc&) {
    return cli::print_out_of_memory();
}

int detail::run(const table& methods, void* state, int argc, char** argv,
                const options& defaults) {
    return cli::run_program(methods, state, argc, argv, defaults, nullptr);
}

}  // namespace callbox
