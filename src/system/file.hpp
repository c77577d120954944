// Files that the process opens with more rights than those who may write to their folders.
//
// A path is used once: what was opened is checked and used by its descriptor from then on, so that
// nobody can put a link, a pipe or another's file in its place meanwhile. Links in folders further
// up are followed: whoever names the path trusts them.
#pragma once

#include "base/fd.hpp"

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace callbox::system {

// Opens a regular file that has one link and belongs to root, to this process's user or to `other`,
// whom root is to become. Does not follow a link as the last component, and never waits. `flags` as
// for open(2); a new file has the mode 0640.
// Null, or a clause about why not; errno is that of open(2) if it failed. Allocates nothing.
[[nodiscard]] const char* open_file(const std::string& path, int flags, fd& out, uid_t other);

// The same, but the last component may be a link of root's or of this process's user to such a
// file, as Kubernetes has them for secrets. Allocates.
[[nodiscard]] const char* open_linked_file(const std::string& path, int flags, fd& out,
                                           uid_t other);

// Opens such a file to append, or makes it. Root gives `to` a file that it has made, or one of
// root's in a folder that nobody else may write to. `to` is 0: nobody gets it.
// Null, or a clause about why not. Allocates nothing unless it gives the file away.
[[nodiscard]] const char* open_at_end(const std::string& path, fd& out, uid_t to, gid_t group);

// Reads all of a file that open_linked_file() opens and that nobody but its owner may read, write
// or run; but a group may read what root keeps for a process that is not root's, as Kubernetes and
// systemd do. Returns an empty string, or a clause about why not.
[[nodiscard]] std::string read_secret(const std::string& path, std::size_t bytes_max,
                                      std::string& out, uid_t other = 0);

// The folder of a path's last component, as open(2) takes it: "." where the path names none.
std::string folder_of(const std::string& path);

}  // namespace callbox::system
