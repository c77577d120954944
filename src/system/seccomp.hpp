// Which system calls the process may still make: a filter in classic BPF, written by hand.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <string>
#include <vector>

namespace callbox::system {

// What is allowed beside serving. Landlock decides on which files.
struct file_calls {
    bool read = false;    // open, read, look into folders
    bool write = false;   // make, write, rename and remove too
    bool remove = false;  // only stat and unlink, which the end of a unix socket takes
    int channel = -1;     // over which descriptors may be sent (sendmsg); -1: over none
};

// The filter of `process`:
// - allows what the loops, their threads, the allocator, the clock and the end of the process need;
// - allows in part: mmap and mprotect, but for no memory that can be executed; clone, but only for
//   threads (clone3 fails with ENOSYS, for a filter can't see its flags: then clone is used);
//   signals, but only to threads of `process`; fcntl, but only what reading and locking files take;
//   ioctl, but only how many bytes wait in a descriptor;
// - all else fails with EPERM, so that a method that opens a file or a socket is told so, and its
//   client gets an error. It does not kill: then whoever finds one bad call ends all others' calls;
// - but a call by the numbers of another processor (those of 32 bits on x86-64, x32) kills: nothing
//   that was compiled makes one.
// Calls that each request makes come first. Empty where this processor's numbers are not known.
std::vector<sock_filter> filter_of(const file_calls& files, std::uint32_t process);

// Puts this thread, and those that it makes, under the filter, for ever. Empty, or what is missing.
// Requires: no_new_privs is set.
[[nodiscard]] std::string enter_filter(const file_calls& files);

}  // namespace callbox::system
