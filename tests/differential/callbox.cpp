// Reads the bytes of a connection like callbox: with http/parse and http/chunked, as in
// server/connection.
#include "http/chunked.hpp"
#include "http/parse.hpp"
#include "reading.hpp"

#include <callbox/limits.hpp>

namespace differential {

namespace {

using namespace callbox;

constexpr const char* verbs[] = {"GET", "HEAD", "POST", "OPTIONS"};

message head_of(const http::request& r, std::string_view head) {
    message m;
    head.remove_prefix(head.find_first_not_of("\r\n"));
    m.method = r.verb == http::method::other ? head.substr(0, head.find(' '))
                                             : verbs[static_cast<int>(r.verb)];
    m.target = r.path();
    m.version = r.version_1_0 ? "1.0" : "1.1";
    m.host = r[http::field::host];
    m.type = r[http::field::content_type];
    return m;
}

// Reads the body at the front of `rest` into m.body; `used` is its size there.
http::progress read_body(const http::request& r, const limits& bounds, std::string_view rest,
                         message& m, std::size_t& used) {
    if (!r.chunked) {
        if (r.content_length > bounds.request_bytes_max) return http::progress::bad;
        used = static_cast<std::size_t>(r.content_length);
        if (rest.size() < used) return http::progress::more;
        m.body = rest.substr(0, used);
        return http::progress::done;
    }
    m.body = rest;
    http::chunked chunks(bounds);
    const http::progress got = chunks.feed({m.body.data(), m.body.size()});
    m.body.resize(chunks.data());
    used = chunks.used();
    return got;
}

}  // namespace

reading read_by_callbox(const std::string& bytes) {
    const limits bounds;
    reading out;
    std::string_view text = bytes;
    while (true) {
        http::parser parser(bounds);
        http::progress got = parser.feed(text);
        std::size_t used = 0;
        message m;
        bool keep_alive = false;
        if (got == http::progress::done) {
            const http::request& r = parser.message();
            keep_alive = r.keep_alive;
            m = head_of(r, text);
            text.remove_prefix(r.head_bytes);
            got = read_body(r, bounds, text, m, used);
        } else if (got == http::progress::more && parser.untouched()) {
            return out;
        }
        if (got != http::progress::done) {
            out.after = got == http::progress::bad ? rest::refused : rest::wait;
            return out;
        }
        text.remove_prefix(used);
        out.messages.push_back(m);
        if (!keep_alive) {
            out.after = rest::closed;
            return out;
        }
    }
}

}  // namespace differential
