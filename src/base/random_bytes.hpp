// Random bytes of the kernel.
#pragma once

#include "fd.hpp"

#include <cstdint>
#include <sys/random.h>

namespace callbox {

// Zeros if `flags` contain GRND_NONBLOCK and the kernel has no entropy yet.
template <std::size_t Size> std::array<std::uint8_t, Size> random_bytes(unsigned flags = 0) {
    std::array<std::uint8_t, Size> all{};
    (void)retried([&] { return ::getrandom(all.data(), all.size(), flags); });
    return all;
}

}  // namespace callbox
