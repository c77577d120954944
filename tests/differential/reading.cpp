// Converts lines to readings and back, and compares readings.
#include "reading.hpp"

#include "base/ascii.hpp"

#include <algorithm>

namespace differential {

namespace {

constexpr std::string_view rest_names[] = {"end", "wait", "refused", "closed"};

std::string part(std::string_view& rest, char mark) {
    return std::string(callbox::ascii::take_until(rest, mark));
}

// The path without the query, as callbox uses it: "/b" of "http://a/b?c".
std::string_view path_of(std::string_view target) {
    if (!target.starts_with('/'))
        if (const std::size_t at = target.find("://"); at != std::string_view::npos) {
            target.remove_prefix(at + 3);
            target.remove_prefix(std::min(target.find_first_of("/?"), target.size()));
        }
    target = target.substr(0, target.find('?'));
    return target.empty() ? "/" : target;
}

// Ignores white space around values: nginx strips spaces, but not tabs.
bool is_same(const message& a, const message& b) {
    using callbox::ascii::trimmed;
    return a.method == b.method && path_of(a.target) == path_of(b.target) &&
           a.version == b.version && trimmed(a.host) == trimmed(b.host) &&
           trimmed(a.type) == trimmed(b.type) && a.body == b.body;
}

bool has_ended(rest after) { return after == rest::refused || after == rest::closed; }

}  // namespace

verdict compare(const reading& callbox, const reading& other, bool ends_in_cr) {
    const std::size_t both = std::min(callbox.messages.size(), other.messages.size());
    for (std::size_t i = 0; i < both; ++i)
        if (!is_same(callbox.messages[i], other.messages[i])) return verdict::different;
    const bool callbox_ended = callbox.messages.size() == both && has_ended(callbox.after);
    const bool other_ended = other.messages.size() == both && has_ended(other.after);
    if (callbox_ended && other_ended) return verdict::same;
    if (callbox_ended) return verdict::callbox_stricter;
    if (other_ended) return verdict::other_stricter;
    const bool agree = callbox.messages.size() == other.messages.size() &&
                       (callbox.after == other.after || ends_in_cr);
    return agree ? verdict::same : verdict::different;
}

std::string hex(std::string_view bytes) {
    std::string out;
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        out += "0123456789abcdef"[byte >> 4];
        out += "0123456789abcdef"[byte & 15];
    }
    return out;
}

std::string from_hex(std::string_view digits) {
    std::string out;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
        out += static_cast<char>(callbox::ascii::hex_value(digits[i]) * 16 +
                                 callbox::ascii::hex_value(digits[i + 1]));
    return out;
}

std::string line_of(const reading& r) {
    std::string out;
    for (const message& m : r.messages)
        out += m.method + ',' + hex(m.target) + ',' + m.version + ',' + hex(m.host) + ',' +
               hex(m.type) + ',' + hex(m.body) + ' ';
    return out.append(rest_names[static_cast<int>(r.after)]);
}

bool read_line(std::string_view line, reading& out) {
    while (line.find(' ') != std::string_view::npos) {
        std::string_view word = callbox::ascii::take_until(line, ' ');
        if (std::count(word.begin(), word.end(), ',') != 5) return false;
        message m;
        m.method = part(word, ',');
        m.target = from_hex(part(word, ','));
        m.version = part(word, ',');
        m.host = from_hex(part(word, ','));
        m.type = from_hex(part(word, ','));
        m.body = from_hex(word);
        out.messages.push_back(m);
    }
    const auto* const found = std::find(std::begin(rest_names), std::end(rest_names), line);
    if (found == std::end(rest_names)) return false;
    out.after = static_cast<rest>(found - std::begin(rest_names));
    return true;
}

}  // namespace differential
