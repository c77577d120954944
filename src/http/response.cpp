// A status, some fields and a body that is written already in, the whole response out, in the same
// bytes. The connection sends it.
#include "response.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cstring>

namespace callbox::http {

namespace {

// A number as its digits.
struct decimal {
    explicit decimal(std::size_t number)
        : length(static_cast<std::size_t>(
              std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr -
              digits.data())) {}
    std::string_view view() const { return {digits.data(), length}; }

    std::array<char, 20> digits;
    std::size_t length;
};

// The parts of a head, one behind the other.
class pieces {
public:
    void add(std::string_view text) {
        assert(count_ < all_.size());
        all_[count_++] = text;
        size_ += text.size();
    }
    std::size_t size() const { return size_; }
    void copy_to(char* at) const {
        for (std::size_t i = 0; i < count_; ++i) at = std::copy(all_[i].begin(), all_[i].end(), at);
    }

private:
    std::array<std::string_view, 16> all_;
    std::size_t count_ = 0;
    std::size_t size_ = 0;
};

}  // namespace

std::string_view phrase_of(int status) {
    switch (status) {
    case 100: return "Continue";
    case 200: return "OK";
    case 204: return "No Content";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 413: return "Content Too Large";
    case 414: return "URI Too Long";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 431: return "Request Header Fields Too Large";  // RFC 6585, 5
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return {};
    }
}

// status-line = HTTP-version SP status-code SP [ reason-phrase ]   RFC 9112, 4
// No Content-Length in 204; in 304 it would tell of another body: RFC 9110, 8.6
std::size_t put_head(bytes& out, std::size_t body_at, const head& what) {
    assert(body_at <= out.size());
    assert(what.status >= 200 && what.status <= 599);
    assert(!what.date.empty());
    const bool has_content = what.status != 204 && what.status != 304;
    const std::size_t length = out.size() - body_at;
    assert(has_content || length == 0);

    const decimal status(static_cast<std::size_t>(what.status));
    const decimal content_length(length);
    pieces all;
    all.add("HTTP/1.1 ");
    all.add(status.view());
    all.add(" ");
    all.add(phrase_of(what.status));
    all.add("\r\nDate: ");
    all.add(what.date);
    if (has_content && !what.content_type.empty()) {
        all.add("\r\nContent-Type: ");
        all.add(what.content_type);
    }
    if (has_content) {
        all.add("\r\nContent-Length: ");
        all.add(content_length.view());
    }
    if (what.close || what.keep_alive)
        all.add(what.close ? "\r\nConnection: close" : "\r\nConnection: keep-alive");
    all.add("\r\n");
    all.add(what.fields);
    all.add("\r\n");

    // Straight to its place: however long `fields` is, nothing is composed elsewhere first.
    if (out.room(all.size()) == nullptr) return 0;
    char* const at = out.data() + body_at;
    std::memmove(at + all.size(), at, length);
    all.copy_to(at);
    out.commit(all.size());
    return all.size();
}

}  // namespace callbox::http
