// Formats dates, times, UUIDs and bytes. The parsers are in the header, since examples are parsed
// at compile time.
#include <callbox/formats.hpp>

#include "base/clock.hpp"
#include "base/fd.hpp"
#include "base/sha256.hpp"

namespace callbox {

std::string uuid::text() const {
    std::string made = hex(octets);
    for (const std::size_t at : {8u, 13u, 18u, 23u}) made.insert(at, 1, '-');
    return made;
}

uuid uuid::random() {
    uuid made{random_bytes<16>()};
    made.octets[6] = static_cast<std::uint8_t>((made.octets[6] & 0x0f) | 0x40);
    made.octets[8] = static_cast<std::uint8_t>((made.octets[8] & 0x3f) | 0x80);
    return made;
}

void writer::base64(std::span<const std::byte> octets) {
    separate();
    const std::size_t size = base64_length(octets.size());
    char* const at = out_->room(size + 2);
    if (at == nullptr) return;
    at[0] = at[size + 1] = '"';
    encode_base64({reinterpret_cast<const std::uint8_t*>(octets.data()), octets.size()}, at + 1);
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
    const std::chrono::sys_days day{date};
    to.string(calendar(day.time_since_epoch()).date_text());
}

// ".5"; empty if it is 0. In units of 10^-decimals.
static time_text fraction_text(std::int64_t fraction, int decimals) {
    if (fraction == 0) return {};
    for (; fraction % 10 == 0; --decimals) fraction /= 10;
    return {".", digits(fraction, static_cast<std::uint16_t>(decimals))};
}

// In hours, minutes and seconds, each unless it is 0: "PT26H0.5S".
void write_duration(writer& to, std::int64_t units, int decimals) {
    const auto unit = static_cast<std::uint64_t>(power_of_ten(decimals));
    const auto whole = static_cast<std::uint64_t>(units);
    const std::uint64_t total = units < 0 ? 0 - whole : whole;
    const std::uint64_t seconds = total / unit;
    const time_text fraction = fraction_text(static_cast<std::int64_t>(total % unit), decimals);
    std::string text = units < 0 ? "-PT" : "PT";
    if (seconds >= 3600) text += std::to_string(seconds / 3600) + 'H';
    if (seconds / 60 % 60 != 0) text += std::to_string(seconds / 60 % 60) + 'M';
    if (seconds % 60 != 0 || total % unit != 0 || total == 0)
        text.append(std::to_string(seconds % 60)).append(fraction).append("S");
    to.string(text);
}

void write_date_time(writer& to, std::int64_t units, int decimals) {
    const std::int64_t unit = power_of_ten(decimals), rest = units % unit;
    const std::int64_t seconds = units / unit - (rest < 0);
    if (seconds < first_second || seconds > last_second) return to.inexpressible();
    const calendar at{std::chrono::seconds(seconds)};
    to.string(time_text{at.date_text(), "T", at.time_of_day(),
                        fraction_text(rest < 0 ? rest + unit : rest, decimals), "Z"});
}

}  // namespace detail

}  // namespace callbox
