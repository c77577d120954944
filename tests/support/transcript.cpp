// Reads answers from the bytes that a server sent, and checks what each of them must have.
#include "transcript.hpp"

#include "fuzz/json_model.hpp"

#include <algorithm>
#include <cctype>
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
bool read_status(std::string_view line, int& status) {
    if (!line.starts_with("HTTP/1.1 ") || line.size() < 13 || line[12] != ' ') return false;
    if (!are_digits(line.substr(9, 3))) return false;
    status = std::atoi(std::string(line.substr(9, 3)).c_str());
    return status >= 100;
}

// field-line = field-name ":" OWS field-value OWS                                  RFC 9112, 5
bool read_field(std::string_view line, answer& out) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    if (line.substr(0, colon).find_first_of(" \t\"(),/;<=>?@[\\]{}") != std::string_view::npos)
        return false;
    if (line.find_first_of("\r\n") != std::string_view::npos) return false;
    std::string_view value = line.substr(colon + 1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    out.fields.emplace_back(lower(line.substr(0, colon)), value);
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

}  // namespace

const std::string* answer::field(std::string_view name) const {
    for (const auto& [known, value] : fields)
        if (known == lower(name)) return &value;
    return nullptr;
}

taken take_answer(std::string& bytes, bool to_head, answer& out, std::string& fault) {
    out = {};
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
        if (!(first ? read_status(line, out.status) : read_field(line, out))) {
            fault = "not a line of a response: " + shown(line);
            return taken::bad;
        }
        first = false;
        head.remove_prefix(std::min(line_end + 2, head.size()));
    }
    std::size_t length = 0;
    if (!has_no_body(out.status)) {
        const std::string* stated = out.field("content-length");
        if (!stated || !are_digits(*stated) || stated->size() > 9) {
            fault = "status " + std::to_string(out.status) + " without a Content-Length";
            return taken::bad;
        }
        if (!to_head) length = static_cast<std::size_t>(std::atol(stated->c_str()));
    }
    if (bytes.size() < end + 4 + length) return taken::more;
    out.body = bytes.substr(end + 4, length);
    bytes.erase(0, end + 4 + length);
    fault = fault_of(out, to_head);
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

bool is_json(std::string_view text) {
    fuzz::json_tree tree;
    return fuzz::json_reader(text, 200).read(tree);
}

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

}  // namespace wire
