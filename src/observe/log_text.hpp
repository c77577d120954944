// Makes text of clients and of the system safe for the log: one line, on any terminal.
#pragma once

#include "base/ascii.hpp"
#include "base/utf8.hpp"

#include <string_view>

namespace callbox::log_text {

// Calls plain(byte) for each byte that may be shown as it is, control(code) for each control
// character, also of C1 (U+0080 to U+009F), and control(-1) for each byte that is no UTF-8.
template <class Plain, class Control>
void each(std::string_view text, Plain plain, Control control) {
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        if (static_cast<unsigned char>(*at) < 0x80) {
            ascii::is_control(*at) ? control(*at) : plain(*at);
            ++at;
            continue;
        }
        const char* const run = utf8::end_of_run(at, end);
        if (run == at) control(-1), ++at;
        while (at < run) {
            const bool is_c1 = *at == '\xc2' && static_cast<unsigned char>(at[1]) < 0xa0;
            if (is_c1) control(static_cast<unsigned char>(at[1]));
            else plain(*at);
            at += is_c1 ? 2 : 1;
        }
    }
}

}  // namespace callbox::log_text
