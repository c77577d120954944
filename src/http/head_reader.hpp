// Reads the heads of many connections.
#pragma once

#include "http/fast/known_heads.hpp"

namespace callbox::http {

// One for the connections of a loop. Their parsers must have the same limits.
class head_reader {
public:
    // If `is_fast` is false, every head is parsed, even if it equals an earlier one.
    explicit head_reader(bool is_fast = true) : is_fast_(is_fast) {}

    // The same as out.feed(bytes), but faster if the head is known.
    progress feed(parser& out, std::string_view bytes) {
        if (!is_fast_ || !out.untouched()) return out.feed(bytes);
        if (known_.read(bytes, out)) [[likely]] return progress::done;
        const progress got = out.feed(bytes);
        if (got == progress::done) known_.learn(bytes, out.message());
        return got;
    }

private:
    fast::known_heads known_;
    bool is_fast_;
};

}  // namespace callbox::http
