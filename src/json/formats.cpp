// Writes dates, times, UUIDs and bytes as text. Reading them is in the header: the compiler reads
// examples.
#include <callbox/formats.hpp>

#include <cassert>

namespace callbox {

namespace {

constexpr char hex[] = "0123456789abcdef";
constexpr char base64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Text of a known greatest size.
struct text_buffer {
    std::array<char, 40> chars;
    std::size_t size = 0;

    void put(char c) { chars[size++] = c; }
    void put_digits(std::int64_t number, int count) {
        for (int i = count; i > 0; --i, number /= 10)
            chars[size + static_cast<std::size_t>(i) - 1] = static_cast<char>('0' + number % 10);
        size += static_cast<std::size_t>(count);
    }
    void put_date(std::chrono::year_month_day date) {
        put_digits(static_cast<int>(date.year()), 4);
        put('-');
        put_digits(static_cast<unsigned>(date.month()), 2);
        put('-');
        put_digits(static_cast<unsigned>(date.day()), 2);
    }
    std::string_view view() const { return {chars.data(), size}; }
};

}  // namespace

std::string uuid::text() const {
    std::string made;
    made.reserve(36);
    for (std::size_t i = 0; i < octets.size(); ++i) {
        if (i == 4 || i == 6 || i == 8 || i == 10) made += '-';
        made += hex[octets[i] >> 4];
        made += hex[octets[i] & 15];
    }
    return made;
}

// The bytes are given to base64 three at a time: 24 bits, 4 characters.
void writer::base64(std::span<const std::byte> octets) {
    separate();
    const std::size_t size = (octets.size() + 2) / 3 * 4;
    char* at = out_->room(size + 2);
    if (at == nullptr) return;
    *at++ = '"';
    for (std::size_t i = 0; i < octets.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, octets.size() - i);
        std::uint32_t bits = 0;
        for (std::size_t j = 0; j < 3; ++j)
            bits = bits << 8 | (j < count ? std::to_integer<std::uint32_t>(octets[i + j]) : 0u);
        for (std::size_t j = 0; j < 4; ++j)
            *at++ = j <= count ? callbox::base64[bits >> (18 - 6 * j) & 63] : '=';
    }
    *at = '"';
    out_->commit(size + 2);
}

namespace detail {

void decode_base64(std::string_view text, std::vector<std::byte>& out) {
    assert(check_base64(text).empty());
    out.resize(text.size() / 4 * 3 - base64_padding(text));
    std::uint32_t bits = 0;
    std::size_t known = 0, at = 0;
    for (const char c : text.substr(0, text.size() - base64_padding(text))) {
        bits = bits << 6 | static_cast<std::uint32_t>(base64_bits(c));
        known += 6;
        if (known < 8) continue;
        known -= 8;
        out[at++] = static_cast<std::byte>(bits >> known & 255);
    }
    assert(at == out.size());
}

void write_date(writer& to, std::chrono::year_month_day date) {
    const int year = static_cast<int>(date.year());
    if (!date.ok() || year < 0 || year > 9999) return to.inexpressible();
    text_buffer text;
    text.put_date(date);
    to.string(text.view());
}

void write_date_time(writer& to, std::int64_t units, int decimals) {
    const std::int64_t unit = power_of_ten(decimals);
    std::int64_t seconds = units / unit, fraction = units % unit;
    if (fraction < 0) {
        fraction += unit;
        --seconds;
    }
    if (seconds < first_second || seconds > last_second) return to.inexpressible();
    const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::int64_t of_day = (time - day).count();
    text_buffer text;
    text.put_date(day);
    text.put('T');
    text.put_digits(of_day / 3600, 2);
    text.put(':');
    text.put_digits(of_day / 60 % 60, 2);
    text.put(':');
    text.put_digits(of_day % 60, 2);
    if (fraction != 0) {
        for (; fraction % 10 == 0; --decimals) fraction /= 10;
        text.put('.');
        text.put_digits(fraction, decimals);
    }
    text.put('Z');
    to.string(text.view());
}

}  // namespace detail

}  // namespace callbox
