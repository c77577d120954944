// Short text without allocation: for messages when memory has run out.
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace callbox {

// Cuts off what does not fit.
template <std::size_t Most> class basic_fixed_text {
public:
    basic_fixed_text() = default;
    basic_fixed_text(std::initializer_list<std::string_view> parts) {
        for (const std::string_view part : parts)
            size_ += part.copy(text_.data() + size_, text_.size() - size_);
    }
    operator std::string_view() const { return {text_.data(), size_}; }

protected:
    std::array<char, Most> text_;
    std::size_t size_ = 0;
};

class digits final : public basic_fixed_text<20> {
public:
    explicit digits(std::int64_t number) {
        const auto end = std::to_chars(text_.data(), text_.data() + text_.size(), number).ptr;
        size_ = static_cast<std::size_t>(end - text_.data());
    }
};

using fixed_text = basic_fixed_text<160>;

}  // namespace callbox
