// Restricts access to files with Landlock, by direct system calls.
#pragma once

#include <string>
#include <vector>

namespace callbox::system {

// Paths of files and folders; a folder includes everything beneath it.
struct grants {
    std::vector<std::string> read = {};
    std::vector<std::string> write = {};   // read, create, change, rename and remove
    std::vector<std::string> remove = {};  // folders whose files may only be removed
    std::vector<std::string> log = {};     // folders whose files may only be created and written
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

}  // namespace callbox::system
