// Pseudo-terminals. A test that needs one is skipped where none can be made, as in a chroot without
// devpts.
#pragma once

#include "base/fd.hpp"

#include <criterion/criterion.h>

#include <fcntl.h>
#include <stdlib.h>
#include <termios.h>

namespace support {

// Both ends as they come, in cooked mode. `flags` are those of the other end.
struct cooked_terminal {
    callbox::fd other_end;
    callbox::fd own;
    explicit cooked_terminal(int flags = 0)
        : other_end(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | flags)) {
        if (other_end && ::grantpt(other_end.get()) == 0 && ::unlockpt(other_end.get()) == 0)
            own = callbox::fd(::open(::ptsname(other_end.get()), O_RDWR | O_NOCTTY | O_CLOEXEC));
        if (!own) cr_skip_test("no pseudo-terminals here");
    }
};

// It changes nothing of what is written.
struct terminal : cooked_terminal {
    terminal() {
        termios modes{};
        cr_assert(::tcgetattr(own.get(), &modes) == 0);
        ::cfmakeraw(&modes);
        cr_assert(::tcsetattr(own.get(), TCSANOW, &modes) == 0);
    }
};

}  // namespace support
