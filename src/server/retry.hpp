// What failures of system calls mean.
#pragma once

#include "base/retry.hpp"

#include <array>
#include <cerrno>

namespace callbox::net {

using callbox::retried;

// Whether the call would have to wait.
inline bool is_wait(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

// Whether this error of accept() is about one peer, and the next may be accepted: accept(2). All
// others, above all the lack of descriptors or memory, last for a while.
inline bool is_of_one_peer(int error) {
    constexpr std::array errors{ECONNABORTED, EPROTO,   ENOPROTOOPT,  ENETDOWN,    ENETUNREACH,
                                EHOSTDOWN,    ENONET,   EHOSTUNREACH, EOPNOTSUPP, EPERM,
                                ETIMEDOUT};
    for (const int each : errors)
        if (each == error) return true;
    return false;
}

}  // namespace callbox::net
