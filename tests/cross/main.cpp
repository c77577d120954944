// main MIN [BUT]: runs every test that was linked, but the one of that name, each in a process of
// its own. Exit status 0: none failed, and there were MIN at least.
#include "criterion/criterion.h"

#include <sys/wait.h>

#include <cstdlib>
#include <string_view>

namespace {

cross::test* first = nullptr;
constexpr unsigned seconds_max = 60;  // of each

bool passes(const cross::test& one) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::alarm(seconds_max);
        one.run();
        ::_exit(cross::failed ? 1 : 0);
    }
    int came = -1;
    if (child == -1 || ::waitpid(child, &came, 0) != child) return false;
    return one.how.signal == 0 ? came == 0
                               : WIFSIGNALED(came) && WTERMSIG(came) == one.how.signal;
}

}  // namespace

cross::test::test(const char* suite_name, const char* called, void (*does)(), expected end)
    : suite(suite_name), name(called), run(does), how(end), next(first) {
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
    if (count < least) std::printf("check-cross: there must be %d at least\n", least);
    return failures == 0 && count >= least ? 0 : 1;
}
