// Threads with a stack for the deepest text: the parser calls itself for each array and object.
#pragma once

#include <callbox/limits.hpp>

#include <pthread.h>

#include <cstddef>
#include <string>

namespace callbox::system {

// Stack of one level: 160 bytes are used at -O2, 570 with sanitizers (g++ 12, x86-64).
#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
inline constexpr std::size_t stack_bytes_a_level = 768;
#else
inline constexpr std::size_t stack_bytes_a_level = 256;
#endif
// Stack of all else that serves.
inline constexpr std::size_t stack_bytes_beside = 32 << 10;

// The least stack of a thread. The default may be less: musl's is 128 KiB.
inline constexpr std::size_t stack_bytes_min = 2 << 20;
static_assert(json_depth_limit * stack_bytes_a_level + stack_bytes_beside <= stack_bytes_min / 2,
              "the other half is for functions");

// Starts a thread, as pthread_create(3) does. 0, or the error.
[[nodiscard]] int start_thread(pthread_t& out, void* (*begin)(void*), void* with);

// Checks that the stack of the process's first thread, if this is it, has room for texts of that
// depth. Empty, or a line that says that it has not.
[[nodiscard]] std::string check_stack(std::size_t json_depth);

}  // namespace callbox::system
