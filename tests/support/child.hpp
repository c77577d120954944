// Tries what can't be undone in a process of its own.
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

// Returns the wait status of a child that calls `deed` and exits with its result. The child has
// no_new_privs. It shares the test's memory, so that `make coverage` sees what it did: that is the
// one thing that stays of what a process gives up.
template <class Deed> int status_of(Deed deed) { return status_after(::vfork(), deed); }

// The same if a signal may end the child: Linux before 5.16 ends all that share its memory then.
template <class Deed> int status_apart_of(Deed deed) { return status_after(::fork(), deed); }

// Whether the child said yes.
template <class Claim> bool holds_in_child(Claim claim) {
    return status_of([&] { return claim() ? 0 : 1; }) == 0;
}

}  // namespace net_test
