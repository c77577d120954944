// Restarts interrupted system calls.
#pragma once

#include <cerrno>

namespace callbox {

// Repeats `call` while it fails with EINTR. Requires: `call` returns -1 on failure.
template <class Call> auto retried(Call call) {
    for (;;) {
        const auto result = call();
        if (result != -1 || errno != EINTR) return result;
    }
}

}  // namespace callbox
