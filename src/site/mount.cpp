// Decides whether a path, of the command line or a program's options, may be a mount.
#include "mount.hpp"

#include "base/ascii.hpp"
#include "http/characters.hpp"

#include <array>

namespace callbox::site {

namespace {

// segment-nz = 1*pchar, but "." and ".." mean other paths           RFC 3986, 3.3 and 5.2.4
// pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
bool is_segment(std::string_view text) {
    if (text.empty() || text == "." || text == "..") return false;
    while (!text.empty()) {
        const std::size_t mark = text.find_first_of(":@");
        if (!http::is_text_of(http::host_char, text.substr(0, mark))) return false;
        text.remove_prefix(mark == std::string_view::npos ? text.size() : mark + 1);
    }
    return true;
}

}  // namespace

// mount = 1*( "/" segment-nz ) [ "/" ]                             RFC 3986, 3.3
bool is_mount(std::string_view text) {
    static constexpr std::array<std::string_view, 3> kept{"/livez", "/readyz", "/metrics"};
    if (!text.starts_with('/')) return false;
    text.remove_prefix(1);
    if (text.ends_with('/')) text.remove_suffix(1);
    for (const auto path : kept)
        if (text == path.substr(1)) return false;
    std::string_view rest = text;
    do {
        if (!is_segment(ascii::take_until(rest, '/'))) return false;
    } while (!rest.empty());
    return !text.ends_with('/');
}

}  // namespace callbox::site
