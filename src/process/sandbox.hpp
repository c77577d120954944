// What a server takes from itself before it serves: files, new sockets and processes, privileges.
#pragma once

#include "landlock.hpp"

#include <callbox/options.hpp>

#include <string>

namespace callbox::process {

struct confinement {
    std::string problem = {};  // why it can't be as it was wished; empty: all is well
    std::string missing = {};  // what this kernel lacks of it, where that was allowed for
    bool whole = false;        // nothing does
};

// Takes from this thread, and from those that it makes, for ever, what serving does not need:
// no_new_privs, Landlock (all files but `but`) and a filter of system calls. Descriptors that are
// open stay so. sandbox_mode::off does nothing.
// Landlock of any version is enough: sockets and signals, which the older ones leave alone, are the
// filter's too. A program that was built with a sanitizer, which looks into files and traces itself
// when it ends, can't be confined: where_possible is off there.
// Process 1 leaves its children to the kernel: it can't wait for one.
// Over `channel`, if there is one, descriptors may be sent.
// Requires: all that is to be opened is open, but `but`. What is to be done outside of it later (to
// start another program) is left to a process that was forked before (process/upgrade_helper).
[[nodiscard]] confinement confine(sandbox_mode how, const grants& but, int channel = -1);

}  // namespace callbox::process
