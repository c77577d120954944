// main MIN [EXCEPT]: runs every linked test except the one with that name, each in its own process.
// Exit status 0 if none failed and there were at least MIN.
#include "criterion/criterion.h"

#include <sys/wait.h>

#include <cstdlib>
#include <string_view>

namespace {

cross::test* first = nullptr;
constexpr unsigned seconds_max = 60;  // for each test

bool passes(const cross::test& one) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(seconds_max);
        one.run();
        ::_exit(cross::failed ? 1 : 0);
    }
    int status = -1;
    if (child == -1 || ::waitpid(child, &status, 0) != child) return false;
    return one.end.signal == 0 ? status == 0
                               : WIFSIGNALED(status) && WTERMSIG(status) == one.end.signal;
}

}  // namespace

cross::test::test(const char* suite_name, const char* its_name, void (*does)(), expected its_end)
    : suite(suite_name), name(its_name), run(does), end(its_end), next(first) {
    first = this;
}

int main(int argc, char** argv) {
    const int least = argc > 1 ? std::atoi(argv[1]) : 1;
    int count = 0, failures = 0;
    for (const cross::test* at = first; at != nullptr; at = at->next) {
        if (argc > 2 && std::string_view(argv[2]) == at->name) continue;
        ++count;
        if (passes(*at)) continue;
        ++failures;
        std::printf("check-cross: %s/%s failed\n", at->suite, at->name);
    }
    std::printf("check-cross: %d tests ran, %d failed\n", count, failures);
    if (count < least) std::printf("check-cross: expected at least %d tests\n", least);
    return failures == 0 && count >= least ? 0 : 1;
}
