// System calls that a signal has interrupted are made again, here and nowhere else.
#pragma once

#include <cerrno>

namespace callbox {

// What `call` returns, once it is not EINTR. Requires: -1 is its failure.
template <class Call> auto retried(Call call) {
    for (;;) {
        const auto result = call();
        if (result != -1 || errno != EINTR) return result;
    }
}

}  // namespace callbox
