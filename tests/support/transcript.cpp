// Reads answers from the bytes that a server sent, and checks what each of them must have.
#include "transcript.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>

namespace wire {
namespace {

std::string lower(std::string_view text) {
    std::string all(text);
    for (char& c : all) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return all;
}

bool are_digits(std::string_view text) {
    return !text.empty() &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// status-line = "HTTP/1.1" SP 3DIGIT SP [ reason-phrase ]                          RFC 9112, 4
bool read_status(std::string_view line, int& into) {
    if (!line.starts_with("HTTP/1.1 ") || line.size() < 13 || line[12] != ' ') return false;
    if (!are_digits(line.substr(9, 3))) return false;
    into = std::atoi(std::string(line.substr(9, 3)).c_str());
    return into >= 100;
}

// field-line = field-name ":" OWS field-value OWS                                  RFC 9112, 5
bool read_field(std::string_view line, answer& into) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    if (line.substr(0, colon).find_first_of(" \t\"(),/;<=>?@[\\]{}") != std::string_view::npos)
        return false;
    if (line.find_first_of("\r\n") != std::string_view::npos) return false;
    std::string_view value = line.substr(colon + 1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    into.fields.emplace_back(lower(line.substr(0, colon)), value);
    return true;
}

bool has_no_body(int status) { return status < 200 || status == 204 || status == 304; }

// Checks what every answer must have. Empty, or what is wrong.
std::string fault_of(const answer& a, bool to_head) {
    for (std::size_t i = 0; i < a.fields.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (a.fields[i].first == a.fields[k].first) return a.fields[i].first + " stands twice";
    if (a.field("transfer-encoding")) return "it has Transfer-Encoding";
    if (a.status < 200) return "";
    const std::string* date = a.field("date");
    if (!date || !is_fixdate(*date)) return "it has no Date, or it is no IMF-fixdate";
    if (a.status == 204 && a.field("content-length")) return "204 has Content-Length";
    if (a.status == 204 && a.field("content-type")) return "204 has Content-Type";
    const std::string* type = a.field("content-type");
    if (!a.body.empty() && !type) return "it has a body and no Content-Type";
    if (type && type->find("json") != std::string::npos && !to_head && !has_no_body(a.status) &&
        !is_json(a.body))
        return "its body is no JSON: " + shown(a.body);
    return "";
}

// No overlong forms, no surrogates, nothing above U+10FFFF (RFC 3629, 4).
bool is_utf8(std::string_view text) {
    static constexpr std::array<char32_t, 4> least{0, 0x80, 0x800, 0x10000};
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i++]);
        if (lead < 0x80) continue;
        const std::size_t more = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
        if (lead < 0xc2 || lead > 0xf4 || text.size() - i < more) return false;
        char32_t code = lead & (0x3fu >> more);
        for (std::size_t n = 0; n < more; ++n, ++i) {
            if ((static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return false;
            code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
        }
        if (code < least[more] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
            return false;
    }
    return true;
}

// Reads one value after the other, by the grammar of RFC 8259.
class json_reader {
public:
    explicit json_reader(std::string_view text) : rest_(text) {}
    bool whole() { return value(0) && (space(), rest_.empty()); }

private:
    bool take(char c) {
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    bool take(std::string_view word) {
        if (!rest_.starts_with(word)) return false;
        rest_.remove_prefix(word.size());
        return true;
    }
    void space() {
        while (!rest_.empty() && std::string_view(" \t\r\n").find(rest_.front()) != rest_.npos)
            rest_.remove_prefix(1);
    }
    bool digits() {
        const std::size_t before = rest_.size();
        while (!rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9')
            rest_.remove_prefix(1);
        return rest_.size() != before;
    }
    bool number();
    bool string();
    bool value(int depth);
    bool list(char close, bool named, int depth);

    std::string_view rest_;
};

bool json_reader::value(int depth) {
    space();
    if (depth > 200) return false;
    if (take('{')) return list('}', true, depth);
    if (take('[')) return list(']', false, depth);
    if (take('"')) return string();
    return take("true") || take("false") || take("null") || number();
}

bool json_reader::list(char close, bool named, int depth) {
    space();
    if (take(close)) return true;
    for (;;) {
        space();
        if (named && !(take('"') && string() && (space(), take(':')))) return false;
        if (!value(depth + 1)) return false;
        space();
        if (take(close)) return true;
        if (!take(',')) return false;
    }
}

bool json_reader::number() {
    (void)take('-');
    if (!take('0') && !digits()) return false;
    if (take('.') && !digits()) return false;
    if (!take('e') && !take('E')) return true;
    (void)(take('+') || take('-'));
    return digits();
}

// From behind the first quote.
bool json_reader::string() {
    while (!rest_.empty()) {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        if (c == '"') return true;
        if (static_cast<unsigned char>(c) < 0x20) return false;
        if (c != '\\') continue;
        if (take('u')) {
            for (int n = 0; n < 4; ++n) {
                if (rest_.empty() || !std::isxdigit(static_cast<unsigned char>(rest_.front())))
                    return false;
                rest_.remove_prefix(1);
            }
        } else if (rest_.empty() ||
                   std::string_view("\"\\/bfnrt").find(rest_.front()) == rest_.npos) {
            return false;
        } else {
            rest_.remove_prefix(1);
        }
    }
    return false;
}

}  // namespace

const std::string* answer::field(std::string_view name) const {
    for (const auto& [known, value] : fields)
        if (known == lower(name)) return &value;
    return nullptr;
}

taken take_answer(std::string& bytes, bool to_head, answer& into, std::string& fault) {
    into = {};
    // Refuses what can't become an answer before it is complete: nobody waits for its end.
    if (std::string_view("HTTP/1.1 ").substr(0, bytes.size()) != bytes.substr(0, 9)) {
        fault = "not an answer: " + shown(bytes);
        return taken::bad;
    }
    const std::size_t end = bytes.find("\r\n\r\n");
    if (end == std::string::npos) return taken::more;

    std::string_view head(bytes.data(), end);
    bool first = true;
    while (!head.empty()) {
        const std::size_t line_end = std::min(head.find("\r\n"), head.size());
        const std::string_view line = head.substr(0, line_end);
        if (!(first ? read_status(line, into.status) : read_field(line, into))) {
            fault = "not a line of a response: " + shown(line);
            return taken::bad;
        }
        first = false;
        head.remove_prefix(std::min(line_end + 2, head.size()));
    }
    std::size_t length = 0;
    if (!has_no_body(into.status)) {
        const std::string* stated = into.field("content-length");
        if (!stated || !are_digits(*stated) || stated->size() > 9) {
            fault = "status " + std::to_string(into.status) + " without a Content-Length";
            return taken::bad;
        }
        if (!to_head) length = static_cast<std::size_t>(std::atol(stated->c_str()));
    }
    if (bytes.size() < end + 4 + length) return taken::more;
    into.body = bytes.substr(end + 4, length);
    bytes.erase(0, end + 4 + length);
    fault = fault_of(into, to_head);
    return fault.empty() ? taken::done : taken::bad;
}

bool is_like(std::string_view text, std::string_view pattern) {
    std::size_t dots = pattern.find("...");
    if (dots == std::string_view::npos) return text == pattern;
    if (!text.starts_with(pattern.substr(0, dots))) return false;
    text.remove_prefix(dots);
    pattern.remove_prefix(dots + 3);
    while ((dots = pattern.find("...")) != std::string_view::npos) {
        const std::size_t at = text.find(pattern.substr(0, dots));
        if (at == std::string_view::npos) return false;
        text.remove_prefix(at + dots);
        pattern.remove_prefix(dots + 3);
    }
    return text.ends_with(pattern);
}

bool is_json(std::string_view text) { return is_utf8(text) && json_reader(text).whole(); }

bool is_fixdate(std::string_view text) {
    static constexpr std::string_view shape = "Aaa, 00 Aaa 0000 00:00:00 GMT";
    static constexpr std::string_view days = "Mon Tue Wed Thu Fri Sat Sun";
    static constexpr std::string_view months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec";
    if (text.size() != shape.size()) return false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const bool letter = std::isalpha(static_cast<unsigned char>(shape[i])) && i < 25;
        if (shape[i] == '0' ? !are_digits(text.substr(i, 1)) : !letter && text[i] != shape[i])
            return false;
    }
    return days.find(text.substr(0, 3)) % 4 == 0 && months.find(text.substr(8, 3)) % 4 == 0;
}

std::string shown(std::string_view text) {
    static constexpr std::size_t most = 1500;
    std::string all;
    for (const char c : text.substr(0, most)) {
        if (c == '\r') all += "\\r";
        else if (c == '\n') all += "\\n";
        else if (c >= ' ' && c < 0x7f) all += c;
        else {
            std::array<char, 5> escape{};
            std::snprintf(escape.data(), escape.size(), "\\x%02x", static_cast<unsigned char>(c));
            all += escape.data();
        }
    }
    if (text.size() > most) all += " (" + std::to_string(text.size()) + " bytes)";
    return all;
}

}  // namespace wire
