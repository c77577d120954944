// Resources of the process: threads with enough stack for the deepest JSON text, as the parser is
// recursive; open files; cores.
#pragma once

#include <callbox/limits.hpp>

#include <pthread.h>

#include <string>

namespace callbox::system {

// Stack per level: 160 bytes are used at -O2, 570 with sanitizers (g++ 12, x86-64).
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
inline constexpr std::size_t stack_bytes_a_level = 768;
#else
inline constexpr std::size_t stack_bytes_a_level = 256;
#endif
// Stack for everything else in the server.
inline constexpr std::size_t stack_bytes_beside = 32 << 10;

// Minimum stack of a thread. The default may be less: musl's is 128 KiB.
inline constexpr std::size_t stack_bytes_min = 2 << 20;
static_assert(json_depth_limit * stack_bytes_a_level + stack_bytes_beside <= stack_bytes_min / 2,
              "half of the stack is reserved for methods");

// Starts a thread. Returns 0 or an error number, like pthread_create(3).
[[nodiscard]] int start_thread(pthread_t& out, void* (*begin)(void*), void* with);

// Checks that the stack of the main thread is large enough for JSON of that depth. Returns an empty
// string, also in other threads, or one line of error.
[[nodiscard]] std::string check_stack(std::size_t json_depth);

// Raises the soft limit of open files as far as needed and allowed, if it `may`. The limit
// includes, besides `count`, the standard streams and some descriptors of the program. Returns an
// empty string or one line about a limit that is too low.
[[nodiscard]] std::string allow_descriptors(std::size_t count, bool may);

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
