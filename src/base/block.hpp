// Vectors of sixteen bytes. The compiler emulates them on processors without vector instructions.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace callbox {

using block [[gnu::vector_size(16)]] = unsigned char;

inline block block_at(const char* bytes) {
    block all;
    std::memcpy(&all, bytes, sizeof all);
    return all;
}

inline bool is_zero(block all) {
    const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(all);
    return (halves[0] | halves[1]) == 0;
}

}  // namespace callbox
