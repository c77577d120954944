// A terminal to write to, and its other end, where somebody may read.
#pragma once

#include "base/fd.hpp"

#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>

namespace support {

// It changes nothing of what is written. Its own end is not open when it can not be made.
struct terminal {
    callbox::fd other_end{::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
    callbox::fd own;
    terminal() {
        if (!other_end || ::grantpt(other_end.get()) != 0 || ::unlockpt(other_end.get()) != 0)
            return;
        own = callbox::fd(::open(::ptsname(other_end.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
        termios how{};
        if (!own || ::tcgetattr(own.get(), &how) != 0) return;
        ::cfmakeraw(&how);
        (void)::tcsetattr(own.get(), TCSANOW, &how);
    }
};

}  // namespace support
