// The events of a run, as a hash and optionally as lines.
#pragma once

#include "support/shown.hpp"

#include <cstdint>
#include <cstdio>
#include <string_view>

namespace simulate {

class trace {
public:
    explicit trace(bool aloud) : aloud_(aloud) {}

    // `at` in microseconds.
    void line(std::int64_t at, const char* what, std::int64_t a = 0, std::int64_t b = 0,
              std::string_view text = {}) {
        add(static_cast<std::uint64_t>(at));
        for (const char* c = what; *c != 0; ++c) add(static_cast<unsigned char>(*c));
        add(static_cast<std::uint64_t>(a));
        add(static_cast<std::uint64_t>(b));
        for (const char c : text) add(static_cast<unsigned char>(c));
        if (aloud_) print(at, what, a, b, text);
    }
    std::uint64_t hash() const { return hash_; }

private:
    void add(std::uint64_t word) { hash_ = (hash_ ^ word) * 0x100000001b3; }
    static void print(std::int64_t at, const char* what, std::int64_t a, std::int64_t b,
                      std::string_view text) {
        std::printf("%14.3f ms  %-22s %6lld %6lld  %s\n", static_cast<double>(at) / 1000, what,
                    static_cast<long long>(a), static_cast<long long>(b),
                    support::shown(text, 300).c_str());
    }

    bool aloud_;
    std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace simulate
