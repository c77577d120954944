// [PREFIX]...: runs all tests in this process, except those whose names begin with a PREFIX, in no
// particular order. Stops at the first failure. The last line has the number of tests.
#include <criterion/criterion.h>

#include <callbox/memory.hpp>

#include <cstdint>
#include <cstring>
#include <exception>

namespace {

bool is_named(const char* name, int argc, char** argv) {
    for (int i = 1; i < argc; ++i)
        if (std::strncmp(name, argv[i], std::strlen(argv[i])) == 0) return true;
    return false;
}

bool holds(const in_one_process::test& each) {
    callbox::memory::limit(SIZE_MAX);  // the only state that tests change
    try {
        each.run();
    } catch (const in_one_process::stopped&) {
    } catch (const in_one_process::skipped&) {
    } catch (const std::exception& thrown) {
        ++in_one_process::failures;
        std::fprintf(stderr, "%s\n", thrown.what());
    }
    return in_one_process::failures == 0;
}

}  // namespace

int main(int argc, char** argv) {
    int count = 0;
    const in_one_process::test* each = in_one_process::last;
    for (; each != nullptr; each = each->next) {
        if (is_named(each->name, argc, argv)) continue;
        ++count;
        if (holds(*each)) continue;
        std::fprintf(stderr, "FAILED: %s\n", each->name);
        return 1;
    }
    std::printf("%d tests\n", count);
    return count == 0;
}
