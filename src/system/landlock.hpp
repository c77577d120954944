// Which files the process may still use: Landlock, by its system calls.
#pragma once

#include <string>
#include <vector>

namespace callbox::system {

// Paths of files and folders; a folder stands for all that is beneath it.
struct grants {
    std::vector<std::string> read = {};
    std::vector<std::string> write = {};   // read too: made, changed, renamed and removed
    std::vector<std::string> remove = {};  // folders: files in them may be removed only
    std::vector<std::string> log = {};     // the same: may be made and written to
};

// 0 where there is no Landlock, else the version of its interface.
int landlock_version();

// Takes from this thread, and those that it makes, for ever: every access to files but these (open
// files stay open; Landlock does not hide a file's name, size and times), TCP sockets to bind or
// connect, abstract unix sockets and signals to processes outside - as much of it as the kernel's
// version knows. Leaves out what it can't find of `remove`.
// Empty, or one clause that names the path. Requires: landlock_version() != 0, no_new_privs is set.
[[nodiscard]] std::string enter_landlock(const grants& allowed);

}  // namespace callbox::system
