// How many cores this process may use.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace callbox::system {

// At least 1: the cores that affinity and the cgroup's quota (version 2) allow.
std::size_t cpus();

// The cores that the text of a cpu.max allows, "200000 100000": a part of a core counts as one.
// 0: no bound, or no such text.
std::size_t cpus_of_quota(std::string_view cpu_max);

// The cores that the quotas of the group `path`, "/system.slice/x.service", and of those above it
// allow. Their files are below `root`. 0: no bound. Requires: `path` is empty or begins with '/'.
std::size_t cpus_of_cgroup(const std::string& root, std::string path);

}  // namespace callbox::system
