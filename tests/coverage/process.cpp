// Only for tools/make/coverage.sh: writes coverage counters however a process ends.
#include <sys/syscall.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>

extern "C" void __gcov_dump();
extern "C" void __gcov_reset();

namespace {

[[noreturn]] void leave(int status) {
    __gcov_dump();
    for (;;) (void)::syscall(SYS_exit_group, status);
}

}  // namespace

// These replace the functions of the C library, which would lose the counters.
extern "C" void _exit(int status) { leave(status); }
extern "C" void _Exit(int status) noexcept { leave(status); }
extern "C" void abort() noexcept {
    __gcov_dump();
    (void)::signal(SIGABRT, SIG_DFL);
    (void)::raise(SIGABRT);
    leave(127);
}
// Called by a failing assert: that of the C library calls its own abort().
extern "C" void __assert_fail(const char* what, const char* file, unsigned line,
                              const char* function) noexcept {
    (void)std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, what);
    abort();
}
// The counters are reset, in case execve fails and the process continues.
extern "C" int execve(const char* path, char* const* words, char* const* environment) noexcept {
    __gcov_dump();
    __gcov_reset();
    return static_cast<int>(::syscall(SYS_execve, path, words, environment));
}
