// Converts escaped text to code. Included only by files that escape text for a language or lay out
// code (tools/layers.sh).
#pragma once

#include "code.hpp"

#include <string>
#include <string_view>
#include <utility>

namespace callbox::openrpc::generate {

struct escaped {
    static code make(std::string text) {
        code made;
        made.text_ = std::move(text);
        return made;
    }
    static void append(code& to, std::string_view text) { to.text_.append(text); }
};

}  // namespace callbox::openrpc::generate
