// Restricts the process's system calls with a seccomp filter in classic BPF.
#pragma once

#include <linux/filter.h>

#include <cstdint>
#include <string>
#include <vector>

namespace callbox::system {

// File operations allowed besides serving. Landlock restricts the paths.
struct file_calls {
    bool read = false;    // open, read, list folders
    bool write = false;   // also create, write, rename and remove
    bool remove = false;  // only stat and unlink, to remove the file of a unix socket
    int channel = -1;     // socket for sending descriptors (sendmsg); -1: none
};

// The filter of `process`:
// - allows the calls needed by loops, threads, the allocator, the clock and process exit;
// - allows partially: mmap and mprotect, except for executable memory; clone, only for threads
//   (clone3 fails with ENOSYS, as a filter cannot see its flags; C libraries then use clone);
//   signals, only to threads of `process`; fcntl, only for reading and locking files; ioctl, only
//   to get the number of queued bytes of a descriptor;
// - fails all other calls with EPERM, so a method that opens a file or a socket gets an error, and
//   so does its client. Killing the process instead would let one bad call abort all other calls;
// - kills the process on calls with the numbers of another ABI (32-bit on x86-64, x32), which no
//   compiled code makes.
// Calls made for each request come first. Empty if the processor is not supported.
std::vector<sock_filter> filter_of(const file_calls& files, std::uint32_t process);

// Irrevocably installs the filter for this thread and its descendants. Returns an empty string or
// an error message. Requires: no_new_privs is set.
[[nodiscard]] std::string enter_filter(const file_calls& files);

}  // namespace callbox::system
