// Rejecting a head costs the same wherever its token differs from that of a known one, as
// http/fast promises: the time reveals nothing about tokens. `tokens PLACE` reads heads whose
// tokens differ from a known one in that byte; callgrind counts refused().
#include "http/head_reader.hpp"

#include <callbox/limits.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using callbox::http::head_reader, callbox::http::parser, callbox::http::progress;

constexpr std::string_view token = "8c1f6eGd5Qy0Zt3mVw2LxA8c1f6eGd5Qy0Zt3mVw2LxA";
constexpr callbox::limits bounds;

std::string head_with(std::string_view with) {
    return "POST /api HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + std::string(with) +
           "\r\nContent-Length: 24\r\n\r\n";
}

}  // namespace

extern "C" [[gnu::noinline]] bool refused(head_reader& heads, parser& out, std::string_view head) {
    return heads.feed(out, head) == progress::done && out.message().head_id == 0;
}

int main(int argc, char** argv) {
    const std::size_t place = argc == 2 ? std::strtoul(argv[1], nullptr, 10) : token.size();
    if (place >= token.size()) {
        std::fprintf(stderr, "usage: tokens PLACE, less than %zu\n", token.size());
        return 2;
    }
    head_reader heads;
    parser one(bounds);
    const std::string known = head_with(token);
    if (!refused(heads, one, known)) return 1;
    one.reset();
    if (refused(heads, one, known)) return 1;
    for (const char other : std::string_view("!~")) {
        std::string guess(token);
        guess[place] = other;
        const std::string head = head_with(guess);
        one.reset();
        if (!refused(heads, one, head)) return 1;
    }
    return 0;
}
