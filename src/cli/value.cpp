// Reads amounts from words of a command line or an environment, and checks which words fit.
#include "value.hpp"

#include "base/ascii.hpp"
#include "http/characters.hpp"
#include "http/host.hpp"
#include "net/address.hpp"
#include "process/identity.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace callbox::cli {

namespace {

struct suffix {
    std::string_view text;
    std::uint64_t factor;
};
// The greatest first: amount_text() takes the first that divides.
constexpr std::array<suffix, 6> of_bytes{{{"T", std::uint64_t{1} << 40},
                                           {"G", 1 << 30},
                                           {"M", 1 << 20},
                                           {"k", 1 << 10},
                                           {"K", 1 << 10},
                                           {"", 1}}};
constexpr std::array<suffix, 5> of_ms{
    {{"h", 3'600'000}, {"m", 60'000}, {"s", 1'000}, {"ms", 1}, {"", 1}}};
constexpr std::array<suffix, 1> of_count{{{"", 1}}};

std::span<const suffix> suffixes_of(unit in) {
    if (in == unit::bytes) return of_bytes;
    if (in == unit::ms) return of_ms;
    return of_count;
}

std::optional<std::uint64_t> read_digits(std::string_view text);
bool is_scheme(std::string_view text);

}  // namespace

// amount = 1*DIGIT [ suffix ]
std::optional<std::uint64_t> read_amount(std::string_view text, unit in) {
    const auto digit_end = std::find_if_not(text.begin(), text.end(), ascii::is_digit);
    const auto digits = static_cast<std::size_t>(digit_end - text.begin());
    const auto number = read_digits(text.substr(0, digits));
    if (!number) return std::nullopt;
    for (const suffix& s : suffixes_of(in)) {
        if (text.substr(digits) != s.text) continue;
        std::uint64_t amount = 0;
        if (__builtin_mul_overflow(*number, s.factor, &amount)) return std::nullopt;
        return amount;
    }
    return std::nullopt;
}

std::string amount_text(std::uint64_t amount, unit in) {
    for (const suffix& s : suffixes_of(in))
        if (amount != 0 && amount % s.factor == 0)
            return std::to_string(amount / s.factor).append(s.text);
    return "0";
}

bool is_address(std::string_view text) {
    net::address ignored;
    return net::parse(text, ignored).empty();
}

// The grammar of a host allows "*" and "," in a name. Here they mean a pattern, or two names.
bool is_allowed_host(std::string_view text) {
    if (text == "*") return true;
    return http::is_authority(text) && http::host_of(text) == text &&
           text.find_first_of("*,") == std::string_view::npos;
}

// serialized-origin = scheme "://" host [ ":" port ]               RFC 6454, 6.2 and 7.1
bool is_origin(std::string_view text) {
    if (text == "*") return true;
    const std::size_t mark = text.find("://");
    if (mark == std::string_view::npos) return false;
    const std::string_view scheme = text.substr(0, mark);
    const std::string_view authority = text.substr(mark + 3);
    if (!is_scheme(scheme) || !http::is_authority(authority)) return false;
    const std::string_view port = authority.substr(http::host_of(authority).size());
    if (port == ":" || authority.find_first_of("*,") != std::string_view::npos) return false;
    return !(port == ":80" && ascii::is_word(scheme, "http")) &&
           !(port == ":443" && ascii::is_word(scheme, "https"));
}

// http-URI = ( "http" / "https" ) "://" authority path-abempty       RFC 9110, 4.2
bool is_url(std::string_view text) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (!text.starts_with(scheme)) continue;
        const std::string_view rest = text.substr(scheme.size());
        const std::string_view authority = rest.substr(0, rest.find('/'));
        return http::is_authority(authority) &&
               std::all_of(rest.begin(), rest.end(), [](char c) {
                   constexpr std::string_view none = "\"<>?#\\^`{|}";
                   return c > ' ' && c < '\x7f' && none.find(c) == none.npos;
               });
    }
    return false;
}

bool is_absolute_path(std::string_view text) {
    return text.starts_with('/') && std::none_of(text.begin(), text.end(), [](char c) {
        return ascii::is_control(c);
    });
}

bool is_user(std::string_view text) {
    process::user ignored;
    return process::parse_user(text, ignored);
}

bool is_path(std::string_view text) {
    return !text.empty() && text.find('\0') == std::string_view::npos;
}

bool is_uid(std::string_view text) { return process::parse_uid(text).has_value(); }
bool is_mode(std::string_view text) { return process::parse_mode(text).has_value(); }
bool is_owner(std::string_view text) { return process::parse_owner(text).has_value(); }

std::string quoted(std::string_view text) {
    std::string all("\"");
    for (const char c : text) all += ascii::is_control(c) ? '?' : c;
    return all += '"';
}

namespace {

std::optional<std::uint64_t> read_digits(std::string_view text) {
    std::uint64_t number = 0;
    for (const char c : text) {
        if (!ascii::is_digit(c)) return std::nullopt;
        if (__builtin_mul_overflow(number, 10u, &number)) return std::nullopt;
        if (__builtin_add_overflow(number, static_cast<unsigned>(c - '0'), &number))
            return std::nullopt;
    }
    if (text.empty()) return std::nullopt;
    return number;
}

// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )               RFC 3986, 3.1
bool is_scheme(std::string_view text) {
    return !text.empty() && ascii::is_alpha(text[0]) &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return ascii::is_alpha(c) || ascii::is_digit(c) || c == '+' || c == '-' || c == '.';
           });
}

}  // namespace

}  // namespace callbox::cli
