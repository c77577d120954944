// Source text of a generated client. Text of a document enters it only through the escaping
// functions of the language (typescript_text, python_text, cpp_text) and through scope::claim(): no
// other text converts to `code`, so no document can add statements to a client.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

// Text of this program: a string literal, or a part of one.
class constant {
public:
    // NOLINTNEXTLINE(google-explicit-constructor): a literal is code
    template <std::size_t N> consteval constant(const char (&text)[N]) : text_(text, N - 1) {}

    constexpr std::string_view view() const { return text_; }
    constexpr constant part(std::size_t at, std::size_t count) const {
        return constant(text_.substr(at, count));
    }

private:
    constexpr explicit constant(std::string_view text) : text_(text) {}

    std::string_view text_;
};

constexpr constant pick(bool condition, constant yes, constant no = "") {
    return condition ? yes : no;
}

class code;

// A view of text that may be appended to code.
class piece {
public:
    // NOLINTBEGIN(google-explicit-constructor)
    template <std::size_t N> consteval piece(const char (&text)[N]) : text_(text, N - 1) {}
    constexpr piece(constant text) : text_(text.view()) {}
    piece(const code& made);
    // NOLINTEND(google-explicit-constructor)

    constexpr std::string_view view() const { return text_; }

private:
    std::string_view text_;
};

class code {
public:
    code() = default;
    explicit code(piece from) : text_(from.view()) {}

    code& operator+=(piece more) {
        text_.append(more.view());
        return *this;
    }
    friend code operator+(code a, piece b) { return a += b, a; }
    friend code operator+(constant a, const code& b) { return code(a) + b; }
    friend bool operator==(const code&, const code&) = default;
    friend bool operator<(const code& a, const code& b) { return a.text_ < b.text_; }

    std::string_view view() const { return text_; }
    bool empty() const { return text_.empty(); }
    std::string text() && { return std::move(text_); }

private:
    friend struct escaped;

    std::string text_;
};

inline piece::piece(const code& made) : text_(made.view()) {}

code blanks(std::size_t count);
code number(std::int64_t value);

// {"a", "b"} is "a, b".
code joined(const std::vector<code>& all, constant between = ", ");

// Removes duplicates and keeps the first of each.
std::vector<code> unique(std::vector<code> all);

// The lines of the text, without line ends.
std::vector<constant> lines_of(constant text);

}  // namespace callbox::openrpc::generate
