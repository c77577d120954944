// The text of a program as it grows: comments and lists that are wrapped at 100 columns.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace callbox::openrpc::generate {

inline constexpr std::size_t columns_max = 100;

// Control characters are blanks in it, line ends too.
std::string one_line(std::string_view text);

// {"a", "b"} is "a, b".
std::string joined(std::span<const std::string> all, std::string_view between = ", ");

// Where the literal ends whose first quote is at `at`: at its other quote.
std::size_t end_of_literal(std::string_view code, std::size_t at);

class text {
public:
    void add(std::string_view more) { text_.append(more); }
    // Lines behind "// ", wrapped; `depth` counts indents of 4. Nothing if `what` is empty.
    void comment(std::size_t depth, std::string_view what);
    // A line of `begin`, the items with commas between them, and `end`; where that is too long, the
    // items fill lines of their own.
    void wrap(const std::string& begin, const std::vector<std::string>& items,
              std::string_view end);
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

}  // namespace callbox::openrpc::generate
