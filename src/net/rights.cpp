// Words of --allow-uid, --socket-mode and --socket-owner in, numbers for system calls out.
#include "rights.hpp"

#include "base/ascii.hpp"

#include <charconv>
#include <cstdint>

namespace callbox::net {

namespace {

// 1*DIGIT of that base, no more than `most`.
std::optional<std::uint32_t> parse_number(std::string_view digits, int base, std::uint32_t most) {
    std::uint32_t number = 0;
    const char* const end = digits.data() + digits.size();
    const auto [at, problem] = std::from_chars(digits.data(), end, number, base);
    if (problem != std::errc{} || at != end || number > most) return std::nullopt;
    return number;
}

constexpr std::uint32_t id_max = UINT32_MAX - 1;  // the last one means none: chown(2)

}  // namespace

std::optional<uid_t> parse_uid(std::string_view text) { return parse_number(text, 10, id_max); }

std::optional<mode_t> parse_mode(std::string_view text) {
    if (text.size() < 3 || text.size() > 4) return std::nullopt;
    return parse_number(text, 8, 0777);
}

// owner = uid ":" gid
std::optional<std::pair<uid_t, gid_t>> parse_owner(std::string_view text) {
    const auto uid = parse_uid(ascii::take_until(text, ':'));
    const auto gid = parse_uid(text);
    if (!uid || !gid) return std::nullopt;
    return std::pair{*uid, *gid};
}

}  // namespace callbox::net
