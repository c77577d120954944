// What a process needs whose lines are counted, for tools/make/coverage.sh alone: counters are kept
// however it ends, and what the tests ask of a sanitizer's allocator is answered without one.
#include <sys/syscall.h>
#include <signal.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>

extern "C" void __gcov_dump();
extern "C" void __gcov_reset();
extern "C" void* __libc_malloc(std::size_t);
extern "C" void* __libc_calloc(std::size_t, std::size_t);
extern "C" void* __libc_realloc(void*, std::size_t);

namespace {

using on_malloc = void (*)(const volatile void*, std::size_t);
on_malloc counts = nullptr;

void* counted(void* made, std::size_t size) {
    if (counts != nullptr) counts(made, size);
    return made;
}

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

extern "C" void* malloc(std::size_t size) noexcept { return counted(__libc_malloc(size), size); }
extern "C" void* calloc(std::size_t count, std::size_t size) noexcept {
    return counted(__libc_calloc(count, size), count * size);
}
extern "C" void* realloc(void* at, std::size_t size) noexcept {
    return counted(__libc_realloc(at, size), size);
}
extern "C" int __sanitizer_install_malloc_and_free_hooks(on_malloc made,
                                                         void (*)(const volatile void*)) {
    counts = made;
    return 1;
}
// What is left of memory is for `make simulate` to see.
extern "C" std::size_t __sanitizer_get_current_allocated_bytes() { return 0; }
