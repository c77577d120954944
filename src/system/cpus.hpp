// The number of cores available to this process.
#pragma once

#include <string>

namespace callbox::system {

// The cores allowed by affinity and by the quotas of cgroup v2, at least 1.
std::size_t cpus();

// The cores allowed by the text of a cpu.max file, "200000 100000", rounded up. 0: no limit, or
// invalid text.
std::size_t cpus_of_quota(std::string_view cpu_max);

// The cores allowed by the quotas of the cgroup `path`, "/system.slice/x.service", and its
// ancestors, whose files are below `root`. 0: no limit. Requires: `path` is empty or begins with
// '/'.
std::size_t cpus_of_cgroup(const std::string& root, std::string path);

}  // namespace callbox::system
