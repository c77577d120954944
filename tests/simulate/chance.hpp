// Random numbers from a seed, the same on every machine and with every library.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simulate {

class chance {
public:
    explicit chance(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15 + 1) {}

    // splitmix64
    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }
    std::size_t below(std::size_t n) { return n == 0 ? 0 : next() % n; }
    // From `low` to `high`, inclusive.
    std::int64_t from(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low) + 1));
    }
    // Never true if n is 0.
    bool one_in(std::size_t n) { return n != 0 && below(n) == 0; }
    // Logarithmic: small numbers are as frequent as large ones.
    std::size_t scaled(std::size_t most) {
        std::size_t bits = 0;
        while (bits < 62 && (most >> bits) != 0) ++bits;
        const std::size_t n = below((std::size_t{2} << below(bits + 1)) - 1);
        return n < most ? n : most;
    }

private:
    std::uint64_t state_;
};

}  // namespace simulate
