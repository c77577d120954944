#include "event_stream.hpp"

#include "line.hpp"

namespace callbox::http {

namespace {

constexpr std::string_view before_data = "data: ", after_data = "\n\n";
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
void begin_chunk(bytes& out, std::size_t size) {
    char text[2 * sizeof size];
    const auto end = std::to_chars(text, text + sizeof text, size, 16).ptr;
    out.append({text, static_cast<std::size_t>(end - text)});
    out.append(crlf);
}

void append(bytes& out, std::string_view before, std::string_view json, std::string_view after,
            bool is_chunked) {
    if (is_chunked) begin_chunk(out, before.size() + json.size() + after.size());
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

bool accepts_event_stream(std::string_view head) {
    while (!head.empty()) {
        auto [name, value] = take_field(head);
        if (!ascii::is_word(name, "accept")) continue;
        while (!value.empty()) {
            std::string_view range = ascii::take_until(value, ',');
            const std::string_view type = ascii::trimmed(ascii::take_until(range, ';'));
            if (ascii::is_word(type, event_stream_type) && !has_no_weight(range)) return true;
        }
    }
    return false;
}

void append_event(bytes& out, std::string_view json, bool is_chunked) {
    append(out, before_data, json, after_data, is_chunked);
}

void append_line(bytes& out, std::string_view line, bool is_chunked) {
    append(out, line, {}, {}, is_chunked);
}

// last-chunk = 1*("0") CRLF                                        RFC 9112, 7.1
void append_end(bytes& out, bool is_chunked) {
    if (is_chunked) out.append("0\r\n\r\n");
}

}  // namespace callbox::http
