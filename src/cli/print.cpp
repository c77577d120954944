// Prints the outcome of a command line. No other file of cli writes output.
#include "print.hpp"

#include "base/retry.hpp"
#include "base/visible.hpp"
#include "observe/log_output.hpp"
#include "observe/logger.hpp"

#include <cxxabi.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <typeinfo>

namespace callbox::cli {

namespace {

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

std::string name_of_program(const char* path) {
    const std::string_view whole(path);
    return visible(whole.substr(whole.rfind('/') + 1));  // npos + 1 is 0
}

int print(int status, std::string_view error, const output& errors, const output& out) {
    if (errors.overflowed() || out.overflowed()) throw std::bad_alloc();
    observe::logger log;
    if (!error.empty()) log.error(error);
    (void)write_all(STDERR_FILENO, errors.view());
    if (write_all(STDOUT_FILENO, out.view())) return status;
    log.error(std::string("standard output: ") + std::strerror(errno));
    return 1;
}

int print_out_of_memory() {
    observe::logger().error("out of memory");
    return 2;
}

}  // namespace callbox::cli

// libstdc++ calls this for an uncaught exception. Its own version demangles the type's name, with
// 47 KB of code, more than all HTTP code here. c++filt demangles the name in this output.
void __gnu_cxx::__verbose_terminate_handler() {
    std::string line("terminate called");
    if (const std::type_info* const type = abi::__cxa_current_exception_type())
        line.append(": uncaught exception of type ").append(type->name());
    callbox::observe::logger().error(line);
    callbox::observe::standard_error.finish();
    std::abort();
}
