// Tables of texts that are right or refused, and how a text that failed is shown.
#pragma once

#include "http/parse.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>
#include <vector>

namespace {

[[maybe_unused]] std::string shown(std::string_view text) {
    std::string out;
    for (const char c : text.substr(0, 200)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte < 0x7f) {
            out += c;
        } else {
            out += "\\x";
            out += "0123456789abcdef"[byte >> 4];
            out += "0123456789abcdef"[byte & 15];
        }
    }
    return out;
}

// Texts of one verdict, each to be put between what all have in common.
struct texts {
    int status;  // 0: they are right
    std::vector<std::string_view> all;
};

template <class Verdict> void expect_status(const Verdict& found, int status,
                                            std::string_view text) {
    using callbox::http::progress;
    const progress wanted = status == 0 ? progress::done : progress::bad;
    cr_expect(found.what == wanted && found.status == status, "%s: wanted %d, got %d (%s)",
              shown(text).c_str(), status, found.status, found.reason.c_str());
    cr_expect((found.status == 0) == found.reason.empty());
}

}  // namespace
