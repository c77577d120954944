// Tables of texts that are right or refused.
#pragma once

#include "http/parse.hpp"
#include "support/shown.hpp"

#include <criterion/criterion.h>

#include <string_view>
#include <vector>

namespace {

using support::shown;

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
