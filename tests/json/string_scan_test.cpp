#include "json/scan.hpp"
#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <string>

namespace string_scan_test { namespace {

using callbox::support::guarded;

Test(json_string_scan, a_run_ends_at_the_same_place_bytewise_and_wide) {
    for (std::size_t length = 0; length < 200; length += length < 50 ? 1 : 3)
        for (std::size_t odd = 0; odd <= length; ++odd)
            for (const char c : {'"', '\\', '\x1f', '\0', '\x80', '\xff', ' ', '\x7f', '!', '['}) {
                std::string text(length, 'a');
                if (odd < length) text[odd] = c;
                const guarded at(text);
                const char* const begin = at.view().data();
                const char* const end = begin + length;
                const char* const narrow = callbox::string_scan::end_bytewise(begin, end);
                cr_assert(callbox::string_scan::end_of_run(begin, end) == narrow);
                const char* const wanted = callbox::string_scan::is_plain(c) ? end : begin + odd;
                cr_assert(narrow == wanted);
            }
}

}}  // namespace string_scan_test
