// Validates mounts from the command line and from the program's options.
#include "mount.hpp"

#include "base/ascii.hpp"
#include "http/characters.hpp"

namespace callbox::site {

namespace {

// segment-nz = 1*pchar, but "." and ".." mean other paths           RFC 3986, 3.3 and 5.2.4
// pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
bool is_segment(std::string_view text) {
    return !text.empty() && text != "." && text != ".." &&
           http::is_text_of(http::path_char, text) && text.find_first_of("[]") == text.npos;
}

}  // namespace

// mount = 1*( "/" segment-nz ) [ "/" ]                             RFC 3986, 3.3
bool is_mount(std::string_view text) {
    if (!text.starts_with('/')) return false;
    text.remove_prefix(1);
    if (text.ends_with('/')) text.remove_suffix(1);
    if (text == "livez" || text == "readyz" || text == "metrics") return false;
    std::string_view rest = text;
    do {
        if (!is_segment(ascii::take_until(rest, '/'))) return false;
    } while (!rest.empty());
    return !text.ends_with('/');
}

}  // namespace callbox::site
