// A simple reader of chunked bodies (RFC 9112, 7.1), not fast or frugal. It uses nothing of callbox
// except its limits.
#pragma once

#include <callbox/limits.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace fuzz {

class chunks_reader {
public:
    enum class outcome { more, bad, done };

    chunks_reader(std::string_view text, const callbox::limits& bounds)
        : text_(text), bounds_(bounds) {}

    // `more` if the text may still become a body. If the distance to a limit is less than the line
    // ends in the text, either result is allowed: is_near_limit().
    outcome read() {
        while (chunk()) {}
        if (state_ == outcome::done && trailers()) return outcome::done;
        return state_ == outcome::done ? outcome::more : state_;
    }
    const std::string& data() const { return data_; }
    std::size_t used() const { return at_; }
    bool is_near_limit() const { return surely_ <= most() && perhaps_ > most(); }

private:
    static bool is_token(int c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
               (c > 0 && std::string_view("!#$%&'*+-.^_`|~").find(static_cast<char>(c)) !=
                             std::string_view::npos);
    }
    static bool is_text(int c) { return c == '\t' || (c >= 0x20 && c != 0x7f); }
    static bool is_blank(int c) { return c == ' ' || c == '\t'; }
    static int digit(int c) {
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'a' && c <= 'f') return c - 'a' + 10;
        return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    }

    std::size_t most() const { return bounds_.header_bytes_max; }
    int next() const { return at_ < text_.size() ? static_cast<unsigned char>(text_[at_]) : -1; }
    bool ends(outcome what) { return state_ = what, false; }
    // The next byte is not the required one: it is wrong, or has not arrived.
    bool fails() { return ends(next() < 0 ? outcome::more : outcome::bad); }
    bool take(char c) { return next() == static_cast<unsigned char>(c) ? ++at_ != 0 : fails(); }
    bool line_end() { return take('\r') && take('\n'); }
    bool counts(std::size_t begin, bool extension);

    bool chunk();
    bool size(std::uint64_t& length);
    bool extensions();
    bool extension();
    bool extension_value();
    bool trailers();
    bool trailer();
    void blanks() {
        while (is_blank(next())) ++at_;
    }
    bool token() {
        if (!is_token(next())) return fails();
        while (is_token(next())) ++at_;
        return true;
    }

    std::string_view text_;
    const callbox::limits& bounds_;
    std::string data_;
    std::size_t at_ = 0;
    std::size_t surely_ = 0;   // bytes of extensions and trailers without line ends
    std::size_t perhaps_ = 0;  // and with them
    std::size_t trailers_ = 0;
    outcome state_ = outcome::more;
};

// True if another chunk follows. The last one has size 0.
inline bool chunks_reader::chunk() {
    std::uint64_t length = 0;
    if (!size(length) || !extensions() || !line_end()) return false;
    if (length == 0) return ends(outcome::done);
    const std::string_view run = text_.substr(at_, length);
    data_ += run;
    at_ += run.size();
    return (run.size() == length || ends(outcome::more)) && line_end();
}

inline bool chunks_reader::size(std::uint64_t& length) {
    if (digit(next()) < 0) return fails();
    for (int digits = 0; digit(next()) >= 0; ++digits, ++at_) {
        length = length * 16 + static_cast<unsigned>(digit(next()));
        if (digits == 16 || length > bounds_.request_bytes_max - data_.size())
            return ends(outcome::bad);
    }
    return true;
}

inline bool chunks_reader::extensions() {
    const std::size_t begin = at_;
    bool right = true;
    while (right && (is_blank(next()) || next() == ';')) right = extension();
    return counts(begin, at_ != begin) && right;
}

// BWS ";" BWS chunk-ext-name [ BWS "=" BWS chunk-ext-val ]. Trailing white space is left unread and
// refused later, as an extension without ";".
inline bool chunks_reader::extension() {
    blanks();
    if (!take(';')) return false;
    blanks();
    if (!token()) return false;
    const std::size_t end_of_name = at_;
    blanks();
    if (next() != '=') {
        if (next() >= 0) at_ = end_of_name;
        return next() >= 0 || fails();
    }
    ++at_;
    blanks();
    return extension_value();
}

inline bool chunks_reader::extension_value() {
    if (next() != '"') return token();
    for (++at_; next() != '"'; ++at_) {
        if (next() == '\\') ++at_;
        if (!is_text(next())) return fails();
    }
    ++at_;
    return true;
}

inline bool chunks_reader::trailers() {
    state_ = outcome::more;
    const std::size_t begin = at_;
    bool right = true;
    while (right && next() >= 0 && next() != '\r') right = trailer();
    right = right && line_end();
    return counts(begin, true) && right;
}

inline bool chunks_reader::trailer() {
    if (!is_token(next()) || ++trailers_ > bounds_.header_count_max) return ends(outcome::bad);
    if (!token() || !take(':')) return false;
    while (is_text(next())) ++at_;
    return line_end();
}

// Counts extensions and trailers since `begin` against the limit.
inline bool chunks_reader::counts(std::size_t begin, bool any) {
    for (std::size_t i = begin; i < at_; ++i) surely_ += text_[i] != '\r' && text_[i] != '\n';
    if (any) perhaps_ += at_ - begin + 2;
    return surely_ <= most() || ends(outcome::bad);
}

}  // namespace fuzz
