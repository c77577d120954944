// A simple reader of RFC 8259, byte by byte and not fast: what is JSON, where a text stops being
// JSON, and its value. It uses nothing of callbox.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

enum class json_kind { null, boolean, integer, number, string, array, object };

struct json_tree {
    json_kind kind = json_kind::null;
    std::string token = {};             // as in the text
    std::string text = {};              // of a string: its value, in UTF-8
    std::vector<json_tree> children = {};  // values of an array; names and values of an object

    const json_tree* find(std::string_view name) const {
        if (kind != json_kind::object) return nullptr;
        for (std::size_t i = 0; i < children.size(); i += 2)
            if (children[i].text == name) return &children[i + 1];
        return nullptr;
    }
    // The names of its members: "jsonrpc result id".
    std::string names() const {
        std::string all;
        for (std::size_t i = 0; i < children.size(); i += 2)
            all += (i == 0 ? "" : " ") + children[i].text;
        return all;
    }
    // The same value without white space and unnecessary escapes.
    std::string written() const;
};

// Reads one text. Each rule returns whether it matched; if not, offset() is the first place where a
// text with this beginning cannot be JSON: the beginning of a lone surrogate, of invalid UTF-8, or
// of a value beyond a limit.
class json_reader {
public:
    explicit json_reader(std::string_view text, std::size_t depth_max = 1024,
                         std::size_t nodes_max = SIZE_MAX)
        : text_(text), depth_(depth_max), nodes_(nodes_max) {}

    bool read(json_tree& out) { return value(out) && (space(), at_ == text_.size()); }
    std::size_t offset() const { return at_; }

private:
    int next() const { return at_ < text_.size() ? static_cast<unsigned char>(text_[at_]) : -1; }
    bool take(char c) { return next() == static_cast<unsigned char>(c) && ++at_ != 0; }
    bool fails_at(std::size_t at) { return at_ = at, false; }
    bool counts(std::size_t at) { return nodes_-- > 0 || fails_at(at); }
    bool is_digit() const { return next() >= '0' && next() <= '9'; }
    void space() {
        while (next() == ' ' || next() == '\t' || next() == '\n' || next() == '\r') ++at_;
    }

    bool value(json_tree& out);
    bool scalar(json_tree& out);
    bool list(json_tree& out, bool named);
    bool items(json_tree& out, bool named);
    bool word(std::string_view wanted);
    bool number(json_tree& out);
    bool digits();
    bool string(json_tree& out);
    bool character(std::string& out);
    bool utf8(std::string& out);
    bool escape(std::string& out);
    bool unicode(std::string& out, std::size_t begin);
    bool four(unsigned& unit);

    std::string_view text_;
    std::size_t depth_;
    std::size_t nodes_;
    std::size_t at_ = 0;
};

inline bool json_reader::value(json_tree& out) {
    space();
    const std::size_t begin = at_;
    const bool right = next() == '[' || next() == '{' ? list(out, next() == '{') : scalar(out);
    out.token = text_.substr(begin, at_ - begin);
    return right;
}

// A scalar counts only after all of it is read.
inline bool json_reader::scalar(json_tree& out) {
    const std::size_t begin = at_;
    switch (next()) {
    case '"': return string(out) && counts(begin);
    case 'n': out.kind = json_kind::null; return word("null") && counts(begin);
    case 't': out.kind = json_kind::boolean; return word("true") && counts(begin);
    case 'f': out.kind = json_kind::boolean; return word("false") && counts(begin);
    default: return number(out) && counts(begin);
    }
}

inline bool json_reader::list(json_tree& out, bool named) {
    out.kind = named ? json_kind::object : json_kind::array;
    if (depth_ == 0 || !counts(at_)) return false;
    --depth_;
    ++at_;
    space();
    const bool right = take(named ? '}' : ']') || items(out, named);
    ++depth_;
    return right;
}

inline bool json_reader::items(json_tree& out, bool named) {
    do {
        space();
        const std::size_t begin = at_;
        if (named) {
            if (next() != '"') return false;
            if (!string(out.children.emplace_back()) || !counts(begin)) return false;
            if (space(), !take(':')) return false;
        }
        if (!value(out.children.emplace_back())) return false;
        space();
    } while (take(','));
    return take(named ? '}' : ']');
}

inline bool json_reader::word(std::string_view wanted) {
    for (const char c : wanted)
        if (!take(c)) return false;
    return true;
}

inline bool json_reader::number(json_tree& out) {
    out.kind = json_kind::integer;
    (void)take('-');
    if (take('0')) {
        if (is_digit()) return false;
    } else if (!digits()) {
        return false;
    }
    if (take('.') && (out.kind = json_kind::number, !digits())) return false;
    if (!take('e') && !take('E')) return true;
    out.kind = json_kind::number;
    (void)(take('+') || take('-'));
    return digits();
}

inline bool json_reader::digits() {
    if (!is_digit()) return false;
    while (is_digit()) ++at_;
    return true;
}

inline bool json_reader::string(json_tree& out) {
    out.kind = json_kind::string;
    const std::size_t begin = at_++;
    while (!take('"'))
        if (!character(out.text)) return false;
    out.token = text_.substr(begin, at_ - begin);
    return true;
}

inline bool json_reader::character(std::string& out) {
    if (next() < 0x20) return false;  // also the end of the text
    if (take('\\')) return escape(out);
    if (next() >= 0x80) return utf8(out);
    out += text_[at_++];
    return true;
}

// RFC 3629: the code point must need that many bytes, and be a character.
inline bool json_reader::utf8(std::string& out) {
    static constexpr unsigned least[] = {0x80, 0x800, 0x10000};
    const unsigned lead = static_cast<unsigned>(next());
    if (lead < 0xc0 || lead >= 0xf8) return false;
    const std::size_t more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
    if (text_.size() - at_ <= more) return false;
    unsigned point = lead & (0x3fu >> more);
    for (std::size_t i = 1; i <= more; ++i) {
        const auto tail = static_cast<unsigned char>(text_[at_ + i]);
        if (tail >> 6 != 2) return false;
        point = point << 6 | (tail & 0x3fu);
    }
    if (point < least[more - 1] || point > 0x10ffff || point >> 11 == 0xd800 >> 11) return false;
    out += text_.substr(at_, more + 1);
    at_ += more + 1;
    return true;
}

inline bool json_reader::escape(std::string& out) {
    static constexpr std::string_view letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    const std::size_t begin = at_ - 1;
    if (take('u')) return unicode(out, begin);
    const std::size_t which = next() < 0 ? std::string_view::npos : letters.find(text_[at_]);
    if (which == std::string_view::npos) return false;
    out += meanings[which];
    ++at_;
    return true;
}

inline bool json_reader::unicode(std::string& out, std::size_t begin) {
    unsigned unit = 0, low = 0;
    if (!four(unit)) return false;
    if (unit >= 0xdc00 && unit <= 0xdfff) return fails_at(begin);
    if (unit >= 0xd800 && unit <= 0xdbff) {
        const std::string_view rest = text_.substr(at_);
        if (rest.empty() || rest == "\\") return fails_at(text_.size());
        if (!rest.starts_with("\\u")) return fails_at(begin);
        at_ += 2;
        if (!four(low)) return false;
        if (low < 0xdc00 || low > 0xdfff) return fails_at(begin);
        unit = 0x10000 + (unit - 0xd800) * 0x400 + (low - 0xdc00);
    }
    const auto byte = [&](unsigned bits) { out += static_cast<char>(bits); };
    if (unit < 0x80) return byte(unit), true;
    if (unit < 0x800) return byte(0xc0 | unit >> 6), byte(0x80 | (unit & 0x3f)), true;
    if (unit < 0x10000) byte(0xe0 | unit >> 12);
    else byte(0xf0 | unit >> 18), byte(0x80 | (unit >> 12 & 0x3f));
    byte(0x80 | (unit >> 6 & 0x3f)), byte(0x80 | (unit & 0x3f));
    return true;
}

inline bool json_reader::four(unsigned& unit) {
    static constexpr std::string_view digits = "0123456789abcdef";
    for (int i = 0; i < 4; ++i) {
        const int c = next() >= 'A' && next() <= 'F' ? next() + 0x20 : next();
        const std::size_t digit = c < 0 ? digits.npos : digits.find(static_cast<char>(c));
        if (digit == digits.npos) return false;
        unit = unit * 16 + static_cast<unsigned>(digit);
        ++at_;
    }
    return true;
}

inline std::string json_quoted(std::string_view text) {
    static constexpr std::string_view marks = "\"\\\b\f\n\r\t", letters = "\"\\bfnrt";
    std::string all = "\"";
    for (const char c : text) {
        const std::size_t which = marks.find(c);
        if (which != marks.npos) (all += '\\') += letters[which];
        else if (c >= 0 && c < 0x20)
            (all += c < 0x10 ? "\\u000" : "\\u001") += "0123456789abcdef"[c & 15];
        else all += c;
    }
    return all + '"';
}

inline std::string json_tree::written() const {
    if (kind == json_kind::string) return json_quoted(text);
    if (kind != json_kind::array && kind != json_kind::object) return token;
    const bool named = kind == json_kind::object;
    std::string all(1, named ? '{' : '[');
    for (std::size_t i = 0; i < children.size(); ++i)
        all += (i == 0 ? "" : named && i % 2 == 1 ? ":" : ",") + children[i].written();
    return all + (named ? '}' : ']');
}

}  // namespace fuzz
