// Files that others must not be able to read.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>

namespace callbox::process {

// Reads all of a file that open_linked_file() opens and that nobody but its owner may read, write
// or run; but a group may read what root keeps for a process that is not root's, as Kubernetes and
// systemd do. Returns an empty string, or a clause about why not.
[[nodiscard]] std::string read_secret(const std::string& path, std::size_t bytes_max,
                                      std::string& out, uid_t other = 0);

}  // namespace callbox::process
