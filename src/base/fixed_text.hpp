// Short text without allocation, for messages under memory exhaustion.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace callbox {

// Truncates text that does not fit.
template <std::size_t Most> requires(Most <= UINT16_MAX) class basic_fixed_text {
public:
    basic_fixed_text() = default;
    basic_fixed_text(std::initializer_list<std::string_view> parts) {
        std::size_t size = 0;
        for (const std::string_view part : parts)
            size += part.copy(text_.data() + size, text_.size() - size);
        size_ = static_cast<std::uint16_t>(size);
    }
    operator std::string_view() const { return {text_.data(), size_}; }

protected:
    std::array<char, Most> text_;
    std::uint16_t size_ = 0;
};

class digits final : public basic_fixed_text<20> {
public:
    explicit digits(std::integral auto number) {
        const auto end = std::to_chars(text_.data(), text_.data() + text_.size(), +number).ptr;
        size_ = static_cast<std::uint16_t>(end - text_.data());
    }
    // Padded with zeros to `count` digits. Requires: `number` is not negative and has no more.
    digits(std::int64_t number, std::uint16_t count) {
        size_ = count;
        for (; count-- > 0; number /= 10) text_[count] = static_cast<char>('0' + number % 10);
    }
};

using fixed_text = basic_fixed_text<160>;

}  // namespace callbox
