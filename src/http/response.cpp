// Writes the head of a response before its body, in the same bytes, for the connection to send; and
// the messages of a stream of events.
#include "response.hpp"

#include "base/fixed_text.hpp"
#include "line.hpp"

namespace callbox::http {

namespace {

constexpr std::string_view crlf = "\r\n";

// weight = OWS ";" OWS "q=" ( "0" [ "." 0*3"0" ] )                 RFC 9110, 12.4.2
bool has_no_weight(std::string_view parameters) {
    while (!parameters.empty()) {
        const std::string_view each = ascii::trimmed(ascii::take_until(parameters, ';'));
        if (each.size() < 3 || !ascii::is_word(each.substr(0, 2), "q=")) continue;
        return each.substr(2).find_first_not_of("0.") == std::string_view::npos;
    }
    return false;
}

// chunk = chunk-size CRLF chunk-data CRLF                          RFC 9112, 7.1
void append(bytes& out, std::string_view before, std::string_view json, std::string_view after,
            bool is_chunked) {
    if (is_chunked) {
        const std::size_t size = before.size() + json.size() + after.size();
        char text[2 * sizeof size];
        out.append({text, std::to_chars(text, std::end(text), size, 16).ptr});
        out.append(crlf);
    }
    out.append(before);
    const std::size_t at = out.size();
    out.append(json);
    for (const char c : crlf)
        for (std::size_t end = json.find(c); end < out.size() - at; end = json.find(c, end + 1))
            out.data()[at + end] = ' ';
    out.append(after);
    if (is_chunked) out.append(crlf);
}

}  // namespace

std::string_view phrase_of(int status) {
    const auto at = std::ranges::find(statuses, status, &sent_status::code);
    return at == statuses.end() ? std::string_view{} : at->phrase;
}

// status-line = HTTP-version SP status-code SP [ reason-phrase ]   RFC 9112, 4
// No Content-Length in 101 and 204; in 304 it would describe another body: RFC 9110, 8.6
std::size_t put_head(bytes& out, std::size_t body_at, const head& what) {
    assert(what.room <= body_at);
    assert(body_at <= out.size());
    assert(what.status == 101 || (what.status >= 200 && what.status <= 599));
    assert(!what.date.empty());
    const std::size_t body_size = out.size() - body_at;
    const bool has_content = what.status >= 200 && what.status != 204 && what.status != 304;
    assert(has_content || body_size == 0);
    const bool has_type = has_content && !what.content_type.empty();
    const bool has_length = has_content && !what.streams;
    const digits status(what.status);
    const digits length(static_cast<std::int64_t>(body_size));
    const std::string_view parts[] = {
        "HTTP/1.1 ", status, " ", phrase_of(what.status), "\r\nDate: ", what.date,
        has_type ? "\r\nContent-Type: " : "", has_type ? what.content_type : "",
        has_length ? "\r\nContent-Length: " : "", has_length ? length : std::string_view(),
        what.close ? "\r\nConnection: close"
                   : what.keep_alive ? "\r\nConnection: keep-alive" : "",
        "\r\n", what.fields, "\r\n"};
    std::size_t size = 0;
    for (const std::string_view part : parts) size += part.size();

    // Writes directly to the final place, without an intermediate copy of `fields`, which may be
    // long.
    const std::size_t more = size - std::min(size, what.room);
    if (out.overflowed() || (more != 0 && out.room(more) == nullptr)) return 0;
    const std::size_t head_at = body_at - what.room;
    char* to = out.data() + head_at;
    if (size != what.room) std::memmove(to + size, out.data() + body_at, body_size);
    for (const std::string_view part : parts) to += part.copy(to, part.size());
    if (more != 0) out.commit(more);
    else if (size != what.room) out.truncate(head_at + size + body_size);
    return size;
}

bool put_usual_head(bytes& out, std::size_t body_at, std::size_t room, std::string_view date) {
    static constexpr std::string_view start = "HTTP/1.1 200 OK\r\nDate: ";
    static constexpr std::string_view middle =
        "\r\nContent-Type: application/json\r\nContent-Length: ";
    static constexpr std::string_view end = "\r\nX-Content-Type-Options: nosniff\r\n\r\n";
    assert(room <= body_at);
    assert(body_at <= out.size());
    static constexpr std::size_t date_size = sizeof "Sun, 06 Nov 1994 08:49:37 GMT" - 1;
    static constexpr std::size_t length_at = start.size() + date_size + middle.size();
    if (out.overflowed() || date.size() != date_size || room <= length_at + end.size())
        return false;
    char* const head = out.data() + body_at - room;
    char* const length = head + length_at;
    char* const length_end = head + room - end.size();
    const auto written = std::to_chars(length, length_end, out.size() - body_at);
    if (written.ec != std::errc{} || written.ptr != length_end) return false;
    std::memcpy(head, start.data(), start.size());
    std::memcpy(head + start.size(), date.data(), date_size);
    std::memcpy(length - middle.size(), middle.data(), middle.size());
    std::memcpy(length_end, end.data(), end.size());
    return true;
}

bool accepts(std::string_view head, std::string_view wanted) {
    while (!head.empty()) {
        auto [name, value] = take_field(head);
        if (!ascii::is_word(name, "accept")) continue;
        while (!value.empty()) {
            std::string_view range = ascii::take_until(value, ',');
            const std::string_view type = ascii::trimmed(ascii::take_until(range, ';'));
            if (ascii::is_word(type, wanted) && !has_no_weight(range)) return true;
        }
    }
    return false;
}

void append_event(bytes& out, std::string_view json, bool is_chunked) {
    append(out, "data: ", json, "\n\n", is_chunked);
}

void append_line(bytes& out, std::string_view line, bool is_chunked) {
    append(out, line, {}, {}, is_chunked);
}

}  // namespace callbox::http
