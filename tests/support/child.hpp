// What can't be undone is tried in a process of its own.
#pragma once

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace net_test {

template <class Deed> int status_after(pid_t child, Deed deed) {
    if (child == 0) {
        (void)::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
        // Not by _exit(): the sanitizer makes calls before it, which the filter may refuse.
        (void)::syscall(SYS_exit_group, deed());
    }
    int status = -1;
    return ::waitpid(child, &status, 0) == child ? status : -1;
}

// The wait status of a child that does this and ends with what it returns. It has no_new_privs. Its
// memory is the test's, so that `make coverage` sees what it did: of what a process gives up, that
// is the one thing that stays.
template <class Deed> int status_of(Deed deed) { return status_after(::vfork(), deed); }

// The same of one that a signal may end: Linux before 5.16 ends all who share its memory then.
template <class Deed> int status_apart_of(Deed deed) { return status_after(::fork(), deed); }

// Whether the child said yes.
template <class Claim> bool holds_in_child(Claim claim) {
    return status_of([&] { return claim() ? 0 : 1; }) == 0;
}

}  // namespace net_test
