// What can be said of the sandbox where a sanitizer runs, which can't. `make check-sandbox` runs
// the programs that enter it.
#include "net/sandbox.hpp"

#include "child.hpp"

#include <criterion/criterion.h>

#include <fcntl.h>

using namespace callbox;
using net_test::holds_in_child;

Test(net_sandbox, off_takes_nothing) {
    cr_expect(holds_in_child([] {
        const net::confinement made = net::confine(sandbox_mode::off, {.read = {"/missing"}});
        return made.problem.empty() && made.missing.empty() && !made.whole &&
               ::open("/etc/passwd", O_RDONLY) != -1;
    }));
}

#if defined(__SANITIZE_ADDRESS__)
Test(net_sandbox, with_a_sanitizer_there_is_none_and_it_is_refused_who_insists) {
    cr_expect(holds_in_child([] {
        const net::confinement made = net::confine(sandbox_mode::where_possible, {});
        return made.problem.empty() && !made.whole && ::open("/etc/passwd", O_RDONLY) != -1;
    }));
    cr_expect(holds_in_child([] {
        return net::confine(sandbox_mode::on, {}).problem ==
               "cannot enter the sandbox: this program was built with a sanitizer";
    }));
}
#endif
