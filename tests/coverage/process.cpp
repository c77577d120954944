// For tools/make/coverage.sh alone: counters are kept however a process ends.
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

// These come before the C library's, which would lose what was counted.
extern "C" void _exit(int status) { leave(status); }
extern "C" void _Exit(int status) noexcept { leave(status); }
extern "C" void abort() noexcept {
    __gcov_dump();
    (void)::signal(SIGABRT, SIG_DFL);
    (void)::raise(SIGABRT);
    leave(127);
}
// What a failing assert calls: the C library's calls an abort() of its own.
extern "C" void __assert_fail(const char* what, const char* file, unsigned line,
                              const char* function) noexcept {
    (void)std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, what);
    abort();
}
// Where it fails, what comes then is counted anew.
extern "C" int execve(const char* path, char* const* words, char* const* environment) noexcept {
    __gcov_dump();
    __gcov_reset();
    return static_cast<int>(::syscall(SYS_execve, path, words, environment));
}
