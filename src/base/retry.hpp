// What failures of system calls mean, and repeating those that a signal has interrupted.
#pragma once

#include <cerrno>

namespace callbox {

// Calls until it is not interrupted (EINTR). Requires: `call` returns -1 when it fails.
template <class Call> auto retried(Call call) {
    for (;;) {
        const auto result = call();
        if (result != -1 || errno != EINTR) return result;
    }
}

// Whether the call would have to wait.
inline bool is_wait(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace callbox
