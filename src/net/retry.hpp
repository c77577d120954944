// What failures of system calls mean.
#pragma once

#include "base/retry.hpp"

#include <array>
#include <cerrno>

namespace callbox::net {

using callbox::retried;

// Whether there is nothing to be had now, and later there may be.
inline bool is_wait(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

// Whether accept() tells what has become of one peer, and the next may be well: accept(2). All
// else, the lack of descriptors or memory above all, lasts for a while.
inline bool is_of_one_peer(int error) {
    constexpr std::array errors{ECONNABORTED, EPROTO,   ENOPROTOOPT,  ENETDOWN,    ENETUNREACH,
                                EHOSTDOWN,    ENONET,   EHOSTUNREACH, EOPNOTSUPP, EPERM,
                                ETIMEDOUT};
    for (const int each : errors)
        if (each == error) return true;
    return false;
}

}  // namespace callbox::net
