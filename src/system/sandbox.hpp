// What a server takes from itself before it serves: files, new sockets and processes, privileges.
#pragma once

#include "landlock.hpp"

#include <callbox/options.hpp>

#include <string>

namespace callbox::system {

struct confinement {
    std::string problem = {};  // why it can't be as the mode demands; empty: all is well
    std::string missing = {};  // what this kernel lacks, where the mode allows that
    bool whole = false;        // nothing is missing
};

// Takes from this thread, and from those that it makes, for ever, what serving does not need:
// no_new_privs, Landlock (all files but `allowed`) and a filter of system calls. Open descriptors
// stay open. sandbox_mode::off does nothing.
// Landlock of any version is enough: the filter covers sockets and signals too, which older ones
// leave alone. A program that was built with a sanitizer, which looks into files and traces itself
// when it ends, can't be confined: where_possible is off there.
// Process 1 leaves its children to the kernel: it can't wait for one.
// Descriptors may be sent over `channel`, if there is one.
// Requires: all that is to be opened is open, but `allowed`. A process that was forked before
// (system/upgrade_helper) does what must happen outside of it later: it starts another program.
[[nodiscard]] confinement confine(sandbox_mode how, const grants& allowed, int channel = -1);

}  // namespace callbox::system
