// Reading one head in three ways: whole, byte by byte, and each time right before a page that may
// not be read; the cut of the bytes may make no difference.
#pragma once

#include "http/parse.hpp"
#include "shown.hpp"
#include "support/guard.hpp"

#include <criterion/criterion.h>

#include <string>
#include <string_view>

namespace {

using callbox::limits;
using callbox::http::field;
using callbox::http::parser;
using callbox::http::progress;
using namespace std::string_literals;
using namespace std::string_view_literals;

// Everything that a parser says in the end, and how many bytes it wanted to see for that.
struct verdict {
    progress what = progress::more;
    int status = 0;
    std::string reason;
    std::string message;
    std::size_t seen = 0;
    std::size_t head_bytes = 0;

    bool operator==(const verdict& other) const {
        return what == other.what && status == other.status && reason == other.reason &&
               message == other.message && head_bytes == other.head_bytes;
    }
};

// method, path, "for" authority, what is so, body, [values of the known fields]
[[maybe_unused]] std::string told(const callbox::http::request& request) {
    constexpr const char* names[] = {"GET", "HEAD", "POST", "OPTIONS", "other"};
    std::string out = names[static_cast<int>(request.verb)];
    out += " " + std::string(request.path()) + " for " + std::string(request.authority());
    if (request.version_1_0) out += " 1.0";
    if (request.keep_alive) out += " keep";
    if (request.chunked) out += " chunked";
    if (request.expects_continue) out += " expects";
    if (request.content_length != 0) out += " length " + std::to_string(request.content_length);
    for (std::size_t i = 0; i < callbox::http::field_count; ++i)
        if (request.has(field(i))) out += " [" + std::string(request[field(i)]) + "]";
    return out;
}

[[maybe_unused]] verdict verdict_after(parser& reader, std::string_view text) {
    const callbox::support::guarded bytes(text);
    const progress what = reader.feed(bytes.view());
    verdict out{what, reader.status(), reader.reason(), "", text.size(),
                reader.message().head_bytes};
    if (what == progress::done) out.message = told(reader.message());
    return out;
}

[[maybe_unused]] verdict read(std::string_view text, const limits& bounds = {}) {
    parser whole(bounds);
    const verdict expected = verdict_after(whole, text);
    parser crumbs(bounds);
    verdict found;
    for (std::size_t size = 0; size <= text.size() && found.what == progress::more; ++size)
        found = verdict_after(crumbs, text.substr(0, size));
    cr_expect(found == expected, "%s: %d %s byte by byte, %d %s whole", shown(text).c_str(),
              found.status, found.reason.c_str(), expected.status, expected.reason.c_str());
    return found;
}

[[maybe_unused]] void expect_all(const std::vector<texts>& rows, std::string_view before,
                                 std::string_view after) {
    for (const auto& [status, all] : rows)
        for (const std::string_view each : all) {
            const std::string text = std::string(before).append(each).append(after);
            const verdict found = read(text);
            expect_status(found, status, each);
            if (found.status == 0) cr_expect(found.head_bytes == text.size());
        }
}

// Requires: `text` is one whole head.
[[maybe_unused]] void expect_message(std::string_view text, std::string_view wanted) {
    const verdict found = read(text);
    cr_expect(found.what == progress::done, "%s: %s", shown(text).c_str(), found.reason.c_str());
    cr_expect(found.message == wanted, "%s: found %s", shown(text).c_str(), found.message.c_str());
    cr_expect(found.head_bytes == text.size(), "%s: %zu", shown(text).c_str(), found.head_bytes);
}

[[maybe_unused]] std::string post_with(std::string_view fields) {
    return "POST /api HTTP/1.1\r\nHost: a\r\n" + std::string(fields) + "\r\n";
}

}  // namespace
