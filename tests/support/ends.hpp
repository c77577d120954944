// The two ends of what lines go by.
#pragma once

#include "base/fd.hpp"
#include "terminal.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>

namespace support {

enum class by { pipes, sockets, terminal, full };

struct ends {
    callbox::fd reads, writes;
};
// Closed if the system has none.
inline ends ends_of(by what) {
    if (what == by::full) return {{}, callbox::fd(::open("/dev/full", O_WRONLY | O_CLOEXEC))};
    int two[2] = {-1, -1};
    if (what == by::terminal) {
        terminal one;
        return {std::move(one.other_end), std::move(one.own)};
    }
    if (what == by::pipes) (void)::pipe2(two, O_CLOEXEC);
    else (void)::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, two);
    return {callbox::fd(two[0]), callbox::fd(two[1])};
}

}  // namespace support
