// Takes the head of a request and cuts. The result of http::parser does not depend on the cuts and
// equals that of the model: whether the head is valid, and the request.
#include "http/parse.hpp"

#include "head_model.hpp"
#include "input.hpp"
#include "mutate.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace {

using callbox::http::field;
using callbox::http::parser;
using callbox::http::progress;
using callbox::http::request;
using fuzz::expect;

constexpr std::string_view methods[] = {"GET", "HEAD", "POST", "OPTIONS"};
constexpr const char* names[] = {"host", "content-length", "content-type", "content-encoding",
                                 "transfer-encoding", "connection", "expect", "origin",
                                 "sec-fetch-site", "if-none-match",
                                 "access-control-request-headers", "authorization",
                                 "traceparent", "mcp-protocol-version", "mcp-method", "mcp-name"};
static_assert(std::size(names) == callbox::http::field_count);

// Small enough to be reached.
constexpr callbox::limits bounds = [] {
    callbox::limits small;
    small.target_bytes_max = 40;
    small.header_bytes_max = 300;
    small.header_count_max = 6;
    return small;
}();

struct verdict {
    progress what = progress::more;
    bool untouched = true;
    int status = 0;
    std::string reason = {};
    std::string message = {};

    bool operator==(const verdict&) const = default;
    std::string text() const {
        constexpr const char* words[] = {"more ", "bad ", "done "};
        return words[static_cast<int>(what)] + std::to_string(status) + " " + reason + message;
    }
};

std::string text_of(std::string_view method, std::string_view path, std::string_view authority) {
    return std::string(method) + " " + std::string(path) + " for " + std::string(authority);
}

std::string text_of(bool version_1_0, bool keep_alive, bool chunked, bool expects,
                    std::uint64_t length, std::size_t bytes) {
    return std::string(version_1_0 ? " 1.0" : "") + (keep_alive ? " keep" : "") +
           (chunked ? " chunked" : "") + (expects ? " expects" : "") + " " +
           std::to_string(length) + " after " + std::to_string(bytes);
}

// Everything in the request, as text.
std::string text_of(const request& r) {
    const auto verb = static_cast<std::size_t>(r.verb);
    std::string all =
        text_of(verb < std::size(methods) ? methods[verb] : "other", r.path(), r.authority()) +
        text_of(r.version_1_0, r.keep_alive, r.chunked, r.expects_continue, r.content_length,
                r.head_bytes);
    for (std::size_t i = 0; i < std::size(names); ++i)
        if (r.has(field(i))) all += ", " + (names[i] + (": " + std::string(r[field(i)])));
    return all;
}

std::string text_of(const fuzz::head& h) {
    const bool known =
        std::find(std::begin(methods), std::end(methods), h.method) != std::end(methods);
    std::string all = text_of(known ? h.method : "other", h.path, h.authority) +
                      text_of(h.version_1_0, h.keep_alive, h.chunked, h.expects, h.content_length,
                              h.bytes);
    for (const char* name : names)
        if (const auto at = h.fields.find(name); at != h.fields.end())
            all += ", " + at->first + ": " + at->second;
    return all;
}

// Feeds all bytes up to each cut, in new memory each time.
verdict read_cut(std::string_view text, std::vector<std::size_t> cuts) {
    cuts.push_back(text.size());
    std::sort(cuts.begin(), cuts.end());
    parser reader(bounds);
    verdict out;
    for (const std::size_t size : cuts) {
        if (out.what != progress::more) break;
        fuzz::exact sofar(text.substr(0, size));
        out.what = reader.feed(sofar.view());
        if (out.what == progress::done) out.message = text_of(reader.message());
    }
    out.untouched = reader.untouched();
    out.status = reader.status();
    out.reason = reader.reason();
    return out;
}

bool has_field(std::string_view text, std::string_view name) {
    return fuzz::detail::lower(text).find("\n" + std::string(name)) != std::string::npos;
}

// Whether the status is allowed for the text.
bool may_be(int status, std::string_view text) {
    const std::size_t empty = std::min(text.find_first_not_of("\r\n"), text.size());
    const std::string_view line = fuzz::detail::before(text.substr(empty), "\r");
    switch (status) {
    case 400: return true;
    case 413: return has_field(text, "content-length");
    case 414: return line.size() > bounds.target_bytes_max;
    case 417: return has_field(text, "expect");
    case 431:
        return text.size() >= bounds.header_bytes_max ||
               static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) >
                   bounds.header_count_max;
    case 501: return has_field(text, "transfer-encoding");
    case 505: return text.find(" HTTP/") != text.npos;
    default: return false;
    }
}

void check_against_model(const verdict& found, std::string_view text) {
    const fuzz::head wanted = fuzz::read_head(text, bounds);
    expect(static_cast<int>(found.what) == static_cast<int>(wanted.what),
           "the model agrees", found.text(),
           std::to_string(static_cast<int>(wanted.what)));
    const bool bad = found.what == progress::bad;
    expect((found.status != 0) == bad && found.reason.empty() != bad, "a bad head has a reason",
           found.text());
    expect(!bad || may_be(found.status, text), "the status fits the text", found.text());
    if (found.what == progress::done)
        expect(found.message == text_of(wanted), "the request equals the model's", found.message,
               text_of(wanted));
    if (found.what == progress::more)
        expect(found.untouched != wanted.begun, "CRLF alone does not begin a request");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const fuzz::input one = fuzz::split(data, size);
    check_against_model(fuzz::read_in_pieces(one, read_cut), one.text);
    return 0;
}
