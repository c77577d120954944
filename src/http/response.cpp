// Writes the head of a response before its body, in the same bytes, for the connection to send.
#include "response.hpp"

#include "base/fixed_text.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstring>

namespace callbox::http {

namespace {

// Most parts are slightly longer than 16 bytes: copying them here is faster than calling memcpy().
void copy(char* to, const char* from, std::size_t size) {
    if (size < 16) {
        for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
        return;
    }
    for (std::size_t at = 0; at < size - 16; at += 16) std::memcpy(to + at, from + at, 16);
    std::memcpy(to + size - 16, from + size - 16, 16);
}

// The parts of a head are passed to one of these, then to the other: first for the size, then for
// the text.
struct counter {
    std::size_t size = 0;
    template <std::size_t Size> void operator()(const char (&)[Size]) { size += Size - 1; }
    void operator()(std::string_view text) { size += text.size(); }
};

struct copier {
    char* to;
    template <std::size_t Size> void operator()(const char (&text)[Size]) {
        std::memcpy(to, text, Size - 1);
        to += Size - 1;
    }
    void operator()(std::string_view text) {
        copy(to, text.data(), text.size());
        to += text.size();
    }
};

bool has_content(const head& what) {
    return what.status >= 200 && what.status != 204 && what.status != 304;
}

// status-line = HTTP-version SP status-code SP [ reason-phrase ]   RFC 9112, 4
// No Content-Length in 101 and 204; in 304 it would describe another body: RFC 9110, 8.6
template <class Taker> void put_parts(Taker& put, const head& what, std::string_view length) {
    if (what.status == 200) {
        put("HTTP/1.1 200 OK\r\nDate: ");
    } else {
        put("HTTP/1.1 ");
        put(digits(what.status));
        put(" ");
        put(phrase_of(what.status));
        put("\r\nDate: ");
    }
    put(what.date);
    if (has_content(what) && !what.content_type.empty()) {
        put("\r\nContent-Type: ");
        put(what.content_type);
    }
    if (has_content(what)) {
        put("\r\nContent-Length: ");
        put(length);
    }
    if (what.close) put("\r\nConnection: close");
    else if (what.keep_alive) put("\r\nConnection: keep-alive");
    put("\r\n");
    put(what.fields);
    put("\r\n");
}

}  // namespace

std::string_view phrase_of(int status) {
    switch (status) {
    case 100: return "Continue";
    case 101: return "Switching Protocols";
    case 200: return "OK";
    case 202: return "Accepted";
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
    case 426: return "Upgrade Required";
    case 431: return "Request Header Fields Too Large";  // RFC 6585, 5
    case 500: return "Internal Server Error";
    case 501: return "Not Implemented";
    case 503: return "Service Unavailable";
    case 505: return "HTTP Version Not Supported";
    default: return {};
    }
}

std::size_t put_head(bytes& out, std::size_t body_at, const head& what) {
    assert(what.room <= body_at);
    assert(body_at <= out.size());
    assert(what.status == 101 || (what.status >= 200 && what.status <= 599));
    assert(!what.date.empty());
    const std::size_t body_size = out.size() - body_at;
    assert(has_content(what) || body_size == 0);
    const digits length(static_cast<std::int64_t>(body_size));
    counter counted;
    put_parts(counted, what, length);

    // Writes directly to the final place, without an intermediate copy of `fields`, which may be
    // long.
    const std::size_t more = counted.size - std::min(counted.size, what.room);
    if (out.overflowed() || (more != 0 && out.room(more) == nullptr)) return 0;
    const std::size_t head_at = body_at - what.room;
    copier copied{out.data() + head_at};
    if (counted.size != what.room)
        std::memmove(copied.to + counted.size, out.data() + body_at, body_size);
    put_parts(copied, what, length);
    if (more != 0) out.commit(more);
    else if (counted.size != what.room) out.truncate(head_at + counted.size + body_size);
    return counted.size;
}

bool put_usual_head(bytes& out, std::size_t body_at, std::size_t room, std::string_view date) {
    static constexpr char start[] = "HTTP/1.1 200 OK\r\nDate: ";
    static constexpr char middle[] = "\r\nContent-Type: application/json\r\nContent-Length: ";
    static constexpr char end[] = "\r\nX-Content-Type-Options: nosniff\r\n\r\n";
    assert(room <= body_at);
    assert(body_at <= out.size());
    static constexpr std::size_t known = sizeof start + sizeof middle + sizeof end - 3;
    if (out.overflowed() || room <= known + date.size()) return false;
    copier put{out.data() + body_at - room};
    char* const digits_end = out.data() + body_at - (sizeof end - 1);
    put(start);
    put(date);
    put(middle);
    const auto length = std::to_chars(put.to, digits_end, out.size() - body_at);
    if (length.ec != std::errc{} || length.ptr != digits_end) return false;
    put.to = digits_end;
    put(end);
    return true;
}

}  // namespace callbox::http
