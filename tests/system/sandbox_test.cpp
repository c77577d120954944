// The sandbox, in child processes. `make check` tests its behaviour with a sanitizer; the other
// tests run in builds without one, as in `make coverage`, and in `make check-sandbox`.
#include "system/sandbox.hpp"

#include "support/child.hpp"
#include "support/failing.hpp"

#include <criterion/criterion.h>

#include <sys/socket.h>

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <utility>
#include <vector>

namespace sandbox_test { namespace {

using namespace callbox;
using net_test::fail_calls, net_test::failing, net_test::holds_in_child;

const std::string refused = "cannot enter the sandbox: ";
const std::string no_landlock = "the kernel does not support Landlock";
const std::string no_filter = "the kernel does not filter system calls: Invalid argument";

// The sandbox is never available with a sanitizer.
#if !defined(__has_feature)
#define __has_feature(feature) 0
#endif
#if defined(__SANITIZE_ADDRESS__) || __has_feature(address_sanitizer)
constexpr bool has_sanitizer = true;
#else
constexpr bool has_sanitizer = false;
#endif

void need_landlock() {
    if (system::landlock_version() == 0) cr_skip("no Landlock in this kernel");
}

// The result of confine() if these system calls fail.
system::confinement made_without(const std::vector<failing>& calls, sandbox_mode mode) {
    return fail_calls(calls) ? system::confine(mode, {})
                             : system::confinement{.problem = "no filter"};
}
const std::vector<failing> landlock{{SYS_landlock_create_ruleset, ENOSYS}};
const std::vector<failing> both{{SYS_landlock_create_ruleset, ENOSYS}, {SYS_seccomp, EINVAL}};

Test(system_sandbox, off_takes_nothing) {
    cr_expect(holds_in_child([] {
        const system::confinement made =
            system::confine(sandbox_mode::off, {.read = {"/missing"}});
        return made.problem.empty() && made.missing.empty() && !made.whole &&
               ::open("/etc/passwd", O_RDONLY) != -1;
    }));
}

#if defined(__SANITIZE_ADDRESS__)
Test(system_sandbox, with_a_sanitizer_there_is_none_and_mode_on_fails) {
    cr_expect(holds_in_child([] {
        const system::confinement made = system::confine(sandbox_mode::where_possible, {});
        return made.problem.empty() && !made.whole && ::open("/etc/passwd", O_RDONLY) != -1;
    }));
    cr_expect(holds_in_child([] {
        return system::confine(sandbox_mode::on, {}).problem ==
               "cannot enter the sandbox: this program was built with a sanitizer";
    }));
}
#endif

Test(system_sandbox, on_takes_files_and_calls, .disabled = has_sanitizer) {
    need_landlock();
    cr_expect(holds_in_child([] {
        const system::confinement made = system::confine(sandbox_mode::on, {.read = {"/etc"}});
        return made.whole && made.problem.empty() && made.missing.empty() &&
               ::open("/etc/passwd", O_RDONLY) != -1 && ::open("/proc", O_RDONLY) == -1 &&
               errno == EACCES && ::syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0) == -1 &&
               errno == EPERM;
    }));
}

Test(system_sandbox, what_can_not_be_allowed_is_a_failure, .disabled = has_sanitizer) {
    need_landlock();
    for (const sandbox_mode mode : {sandbox_mode::on, sandbox_mode::where_possible})
        cr_expect(holds_in_child([=] {
            return system::confine(mode, {.read = {"/missing"}}).problem ==
                   refused + "cannot allow /missing: No such file or directory";
        }));
}

Test(system_sandbox, on_fails_if_the_kernel_lacks_a_feature, .disabled = has_sanitizer) {
    need_landlock();
    const std::pair<std::vector<failing>, std::string> rows[] = {
        {{{SYS_prctl, EINVAL}}, "the kernel does not support no_new_privs"},
        {landlock, no_landlock},
        {{{SYS_seccomp, EINVAL}}, no_filter}};
    for (const auto& row : rows)
        cr_expect(holds_in_child([&] {
            return made_without(row.first, sandbox_mode::on).problem == refused + row.second;
        }), "%s", row.second.c_str());
}

Test(system_sandbox, where_possible_uses_the_available_features, .disabled = has_sanitizer) {
    need_landlock();
    cr_expect(holds_in_child([] {
        const auto made = made_without(landlock, sandbox_mode::where_possible);
        return made.problem.empty() && !made.whole && made.missing == no_landlock &&
               ::syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0) == -1 && errno == EPERM;
    }));
    cr_expect(holds_in_child([] {
        const auto made = made_without(both, sandbox_mode::where_possible);
        return made.problem.empty() && !made.whole &&
               made.missing == no_landlock + "; " + no_filter;
    }));
}

}}  // namespace sandbox_test
