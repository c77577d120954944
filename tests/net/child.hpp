// What can't be undone is tried in a process of its own.
#pragma once

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace net_test {

// The wait status of a child that does this and ends with what it returns. It has no_new_privs.
template <class Deed> int status_of(Deed deed) {
    const pid_t child = ::fork();
    if (child == 0) {
        (void)::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        // Not by _exit(): the sanitizer makes calls before it, which the filter may refuse.
        (void)::syscall(SYS_exit_group, deed());
    }
    int status = -1;
    return ::waitpid(child, &status, 0) == child ? status : -1;
}

// Whether the child said yes.
template <class Claim> bool holds_in_child(Claim claim) {
    return status_of([&] { return claim() ? 0 : 1; }) == 0;
}

}  // namespace net_test
