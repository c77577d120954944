// Drops access to files, new sockets, processes and privileges before serving.
#pragma once

#include "landlock.hpp"

#include <callbox/options.hpp>

#include <string>

namespace callbox::system {

struct confinement {
    std::string problem = {};  // error message; empty: success
    std::string missing = {};  // features that the kernel lacks, if the mode allows that
    bool whole = false;        // confined with nothing missing
};

// Irrevocably confines this thread and its descendants to serving: sets no_new_privs, and enables
// Landlock (for all files but `allowed`) and a system call filter. Open descriptors stay open.
// sandbox_mode::off does nothing.
// Any version of Landlock suffices: the filter also covers sockets and signals, which older
// versions do not restrict. Programs built with a sanitizer, which reads files and traces itself at
// exit, cannot be confined: where_possible is off there.
// Process 1 ignores SIGCHLD from here on, so the kernel reaps its children.
// Descriptors may be sent over `channel`, unless it is -1.
// Requires: all files except `allowed` are already open. Work outside the sandbox, such as starting
// another program, is left to a process forked before (system/upgrade_helper).
[[nodiscard]] confinement confine(sandbox_mode mode, const grants& allowed, int channel = -1);

}  // namespace callbox::system
