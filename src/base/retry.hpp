// Repeats system calls that a signal has interrupted.
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

}  // namespace callbox
