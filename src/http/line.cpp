// Splits the head into lines, names and values for parse.cpp.
#include "line.hpp"

#include <cassert>

namespace callbox::http {

const char* reason_of(line_end bad, std::string_view text) {
    assert(bad.what == line_end::kind::bad);
    switch (text[bad.at]) {
    case '\r': return "CR without LF in the head";
    case '\n': return "a line ends with LF alone instead of CRLF";
    default: return "control character in the head";
    }
}

// Rejects obs-fold, a line that begins with white space:           RFC 9112, 5.2
const char* reason_against(std::string_view line) {
    const std::size_t length = run_of(token_char, line);
    const char behind = line.data()[length];  // CR at the end of the line
    if (length == 0 && behind == ':') return "a field has no name";
    if (length == 0 && is(blank_char, behind)) return "obsolete line folding";
    if (is(blank_char, behind)) return "there is white space in or after a field's name";
    return "a field's name is not a token and a colon";
}

}  // namespace callbox::http
