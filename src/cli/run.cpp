// Turns the arguments of main() into its exit status. The only part of the command line that
// writes.
#include "base/retry.hpp"
#include "command.hpp"
#include "observe/logger.hpp"
#include "observe/log_output.hpp"
#include "run_program.hpp"

#include <callbox/run.hpp>

#include <cxxabi.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <span>
#include <string>
#include <string_view>
#include <typeinfo>

namespace callbox {

namespace {

std::string_view name_of_program(const char* path) {
    const std::string_view whole(path);
    return whole.substr(whole.rfind('/') + 1);  // npos + 1 is 0
}

bool write_all(int to, std::string_view text) {
    while (!text.empty()) {
        const ssize_t written =
            retried([&] { return ::write(to, text.data(), text.size()); });
        if (written == -1) return false;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

}  // namespace

int cli::run_program(const table& methods, void* state, int argc, char** argv,
                     const options& defaults, own_options* own) {
    const std::span<char* const> words(argv, static_cast<std::size_t>(argc));
    options with_words = defaults;
    with_words.program.assign(words.begin(), words.end());
    cli::session s{.methods = methods, .state = state, .defaults = with_words,
                   .program = words.empty() ? "callbox" : name_of_program(words[0]),
                   .words = words.subspan(words.empty() ? 0 : 1), .environment = environ,
                   .own = own};
    const int status = cli::run_command(s);
    observe::logger log;
    if (!s.mistake.empty()) log.error(s.mistake);
    (void)write_all(STDERR_FILENO, s.errors.view());
    if (s.out.empty()) return status;
    if (!s.out.overflowed() && write_all(STDOUT_FILENO, s.out.view())) return status;
    log.error(std::string("standard output: ") +
                 std::strerror(s.out.overflowed() ? ENOMEM : errno));
    return 1;
}

int detail::run(const table& methods, void* state, int argc, char** argv,
                const options& defaults) {
    return cli::run_program(methods, state, argc, argv, defaults, nullptr);
}

}  // namespace callbox

// libstdc++ calls this when an exception finds no handler. Its own version demangles the type's
// name, with code of 47 KB, more than all of HTTP takes here. c++filt demangles what this prints.
void __gnu_cxx::__verbose_terminate_handler() {
    std::string line("terminate called");
    if (const std::type_info* const type = abi::__cxa_current_exception_type())
        line.append(": an exception of type ").append(type->name()).append(" was not caught");
    callbox::observe::logger().error(line);
    callbox::observe::standard_error.finish();
    std::abort();
}
