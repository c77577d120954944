#include "system/identity.hpp"

#include "support/child.hpp"
#include "support/failing.hpp"

#include <criterion/criterion.h>

#include <grp.h>
#include <linux/capability.h>
#include <sys/syscall.h>

#include <string>

namespace identity_test { namespace {

using namespace callbox::system;
using net_test::holds_in_child;

constexpr user other_user{65534, 65533};

void only_root() {
    if (::geteuid() != 0) cr_skip("no root: only root changes users");
}

bool is_without_capabilities() {
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct own[2]{};
    if (::syscall(SYS_capget, &header, own) == -1) return false;
    for (const auto& part : own)
        if ((part.effective | part.permitted | part.inheritable) != 0) return false;
    return true;
}

Test(system_identity, a_group_that_is_not_given_has_the_users_number) {
    const auto alone = parse_user("1000"), of_root = parse_user("1000:0");
    cr_expect(alone && alone->id == 1000 && alone->group == 1000);
    cr_expect(of_root && of_root->id == 1000 && of_root->group == 0);
    for (const char* wrong : {"", "0", "0:1", ":", "1:", ":1", "x", "1:x", "4294967295", "1:1:1"})
        cr_expect(!parse_user(wrong), "%s", wrong);
}

Test(system_identity, root_switches_users_irrevocably) {
    only_root();
    cr_expect(holds_in_child([] {
        const gid_t others[] = {1, 2, 3};
        if (::setgroups(3, others) == -1 || !become(other_user).empty()) return false;
        uid_t own = 0, id = 0, saved = 0;
        gid_t own_group = 0, group = 0, saved_group = 0;
        (void)::getresuid(&own, &id, &saved);
        (void)::getresgid(&own_group, &group, &saved_group);
        return own == 65534 && id == own && saved == own && own_group == 65533 &&
               group == own_group && saved_group == own_group && ::getgroups(0, nullptr) == 0 &&
               ::setuid(0) == -1 && ::setgid(0) == -1;
    }));
    cr_expect(holds_in_child([] {
        return become(other_user).empty() && is_without_capabilities();
    }));
}

Test(system_identity, switching_fails_if_root_could_be_regained) {
    only_root();
    // SECBIT_NO_SETUID_FIXUP: keeps the capabilities, including that of changing users.
    cr_expect(holds_in_child([] {
        if (::prctl(PR_SET_SECUREBITS, 1 << 2, 0, 0, 0) == -1) return false;
        return become(other_user) ==
               "cannot switch to user 65534:65533: root privileges could be regained";
    }));
}

Test(system_identity, errors_of_the_kernel_are_reported) {
    only_root();
    for (const long call : {SYS_setgroups, SYS_setresgid, SYS_setresuid})
        cr_expect(holds_in_child([=] {
            return net_test::fail_calls({{call, EAGAIN}}) &&
                   become(other_user) ==
                       "cannot switch to user 65534:65533: Resource temporarily unavailable";
        }));
}

Test(system_identity, other_users_cannot_switch) {
    only_root();
    cr_expect(holds_in_child([] {
        if (!become(other_user).empty() || !become(other_user).empty()) return false;
        return become({1, 1}) == "cannot switch to user 1:1: only root can switch users";
    }));
}

}}  // namespace identity_test
