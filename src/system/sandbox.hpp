// Drops access to files, new sockets, processes and privileges before serving.
#pragma once

#include <callbox/options.hpp>

struct sock_filter;

namespace callbox::system {

// What is allowed besides serving. Paths are of files and folders; a folder includes everything
// beneath it.
struct grants {
    std::vector<std::string> read = {};
    std::vector<std::string> write = {};   // read, create, change, rename and remove
    std::vector<std::string> remove = {};  // folders whose files may only be removed
    std::vector<std::string> log = {};     // folders whose files may only be created and written
    int channel = -1;  // socket for sending descriptors (sendmsg); -1: none
};

// The ABI version of Landlock, 0 if the kernel does not support it.
int landlock_version();

// Irrevocably denies this thread and its descendants access to all other files (open files stay
// open; names, sizes and times of files stay visible), binding and connecting TCP sockets, and
// abstract unix sockets and signals of outside processes, as far as the kernel supports it. Skips
// missing folders of `remove`.
// Returns an empty string or an error message with the path.
// Requires: landlock_version() != 0, no_new_privs is set.
[[nodiscard]] std::string enter_landlock(const grants& allowed);

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
// Calls made for each request come first. Calls for files depend on `allowed`, in which only
// Landlock sees the paths. Empty if the processor is not supported.
std::vector<sock_filter> filter_of(const grants& allowed, std::uint32_t process);

// Irrevocably installs the filter for this thread and its descendants. Returns an empty string or
// an error message. Requires: no_new_privs is set.
[[nodiscard]] std::string enter_filter(const grants& allowed);

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
// Requires: all files except `allowed` are already open. Work outside the sandbox, such as starting
// another program, is left to a process forked before (system/upgrade_helper).
[[nodiscard]] confinement confine(sandbox_mode mode, const grants& allowed);

}  // namespace callbox::system
