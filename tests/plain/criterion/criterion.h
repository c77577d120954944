// Replaces Criterion where a process for each test is too slow: under valgrind, and for mutants. It
// has only what our tests use; tests/plain/main.cpp runs them.
#pragma once

// Defined for tests that end their process.
#define CRITERION_IN_ONE_PROCESS

#include <cstdio>
#include <cstdlib>

namespace in_one_process {

struct stopped {};  // a test has failed and cannot continue
struct skipped {};

struct test {
    const char* name;
    void (*run)();
    test* next;
    test(const char* its_name, void (*function)());
};

inline int failures = 0;

// A claim without a message has an empty one.
template <class... Values> void report(const char* file, int line, const char* message = "",
                                       Values... values) {
    std::fprintf(stderr, "%s:%d: ", file, line);
    std::fprintf(stderr, message, values...);
    std::fputc('\n', stderr);
    ++failures;
}

inline test* last = nullptr;
inline test::test(const char* its_name, void (*function)())
    : name(its_name), run(function), next(last) {
    last = this;
}

}  // namespace in_one_process

#define Test(suite, title, ...)                                                              \
    static void suite##_##title();                                                           \
    static in_one_process::test suite##_##title##_row(#suite "/" #title, suite##_##title);   \
    static void suite##_##title()
#define TestSuite(suite, ...) static_assert(true)
#define cr_expect(claim, ...)                                                                \
    ((claim) ? void() : in_one_process::report(__FILE__, __LINE__ __VA_OPT__(,) __VA_ARGS__))
#define cr_assert(claim, ...)                                                                \
    do {                                                                                     \
        const int failures_before_it = in_one_process::failures;                             \
        cr_expect(claim __VA_OPT__(,) __VA_ARGS__);                                          \
        if (in_one_process::failures != failures_before_it) throw in_one_process::stopped(); \
    } while (false)
#define cr_expect_throw(statement, type, ...)                                                \
    do {                                                                                     \
        bool was_thrown_here = false;                                                        \
        try {                                                                                \
            statement;                                                                       \
        } catch (const type&) {                                                              \
            was_thrown_here = true;                                                          \
        }                                                                                    \
        cr_expect(was_thrown_here);                                                          \
    } while (false)
#define cr_assert_throw(statement, type, ...)                                                \
    do {                                                                                     \
        const int failures_so_far = in_one_process::failures;                                \
        cr_expect_throw(statement, type);                                                    \
        if (in_one_process::failures != failures_so_far) throw in_one_process::stopped();    \
    } while (false)
#define cr_skip(...) throw in_one_process::skipped()
#define cr_skip_test(...) throw in_one_process::skipped()
