// Replaces Criterion on processors that it does not support. It has only what tests that start no
// processes use.
#pragma once

#include <cstdio>
#include <unistd.h>

namespace cross {

struct expected {
    int signal = 0;      // the signal that ends the test
    double timeout = 0;  // unused: main() has one for all tests
};

// A test adds itself to a list before main() runs.
struct test {
    test(const char* suite_name, const char* its_name, void (*does)(), expected its_end);
    const char* suite;
    const char* name;
    void (*run)();
    expected end;
    test* next;
};

inline bool failed = false;  // the current test

template <class... Values>
void report(const char* file, int line, const char* claim, const char* format = "",
            Values... values) {
    failed = true;
    std::fprintf(stderr, "%s:%d: %s ", file, line, claim);
    if constexpr (sizeof...(values) == 0) std::fputs(format, stderr);
    else std::fprintf(stderr, format, values...);
    std::fputc('\n', stderr);
}

}  // namespace cross

#define Test(suite, name, ...) \
    static void suite##_##name(); \
    static cross::test suite##_##name##_row(#suite, #name, suite##_##name, {__VA_ARGS__}); \
    static void suite##_##name()
#define TestSuite(...) static_assert(true)
#define cr_expect(claim, ...) \
    (static_cast<bool>(claim) ? void() \
                              : cross::report(__FILE__, __LINE__, #claim __VA_OPT__(,) __VA_ARGS__))
#define cr_assert(claim, ...) \
    (static_cast<bool>(claim) \
         ? void() \
         : (cross::report(__FILE__, __LINE__, #claim __VA_OPT__(,) __VA_ARGS__), ::_exit(1)))
#define cr_expect_throw(does, type) \
    try { \
        does; \
        cross::report(__FILE__, __LINE__, "throws " #type); \
    } catch (const type&) { \
    }
#define cr_assert_throw(does, type) cr_expect_throw(does, type)
#define cr_skip(...) ::_exit(0)
#define cr_skip_test(...) ::_exit(0)
