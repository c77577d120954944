// Reads amounts and checks texts from command lines and environments.
#include "value.hpp"

#include "base/address.hpp"
#include "base/ascii.hpp"
#include "base/visible.hpp"
#include "http/host.hpp"

namespace callbox::cli {

namespace {

struct suffix {
    unit in;
    std::string_view text;
    std::uint64_t factor;
};
// The greatest first: amount_text() uses the first that divides the amount.
constexpr suffix suffixes[] = {
    {unit::bytes, "T", std::uint64_t{1} << 40},
    {unit::bytes, "G", 1 << 30},
    {unit::bytes, "M", 1 << 20},
    {unit::bytes, "k", 1 << 10},
    {unit::bytes, "K", 1 << 10},
    {unit::bytes, "", 1},
    {unit::ms, "h", 3'600'000},
    {unit::ms, "m", 60'000},
    {unit::ms, "s", 1'000},
    {unit::ms, "ms", 1},
    {unit::ms, "", 1},
    {unit::count, "", 1},
};

}  // namespace

// amount = 1*DIGIT [ suffix ]
std::optional<std::uint64_t> read_amount(std::string_view text, unit in) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const auto number = read_number<std::uint64_t>(text.substr(0, digits));
    for (const suffix& s : suffixes) {
        if (!number || s.in != in || s.text != text.substr(digits)) continue;
        std::uint64_t amount = 0;
        if (!__builtin_mul_overflow(*number, s.factor, &amount)) return amount;
    }
    return std::nullopt;
}

std::string amount_text(std::uint64_t amount, unit in) {
    for (const suffix& s : suffixes)
        if (s.in == in && amount != 0 && amount % s.factor == 0)
            return std::to_string(amount / s.factor).append(s.text);
    return "0";
}

bool read_truth(std::string_view text, bool& out) {
    out = text == "1" || text == "true";
    return out || text == "0" || text == "false";
}

bool is_address(std::string_view text) {
    net::address ignored;
    return net::parse(text, ignored).empty();
}

// The grammar of a host allows "*" and "," in a name; here they would be a pattern or two names.
bool is_allowed_host(std::string_view text) {
    if (text == "*") return true;
    return http::is_authority(text) && http::host_of(text) == text &&
           text.find_first_of("*,") == std::string_view::npos;
}

// serialized-origin = scheme "://" host [ ":" port ]               RFC 6454, 6.2 and 7.1
// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )               RFC 3986, 3.1
bool is_origin(std::string_view text) {
    if (text == "*") return true;
    const std::size_t mark = text.find("://");
    if (mark == std::string_view::npos) return false;
    const std::string_view scheme = text.substr(0, mark);
    const std::string_view authority = text.substr(mark + 3);
    const bool is_scheme = detail::is_name_of(scheme, "+-.") && ascii::is_alpha(scheme[0]);
    if (!is_scheme || !http::is_authority(authority)) return false;
    const std::string_view port = authority.substr(http::host_of(authority).size());
    if (port == ":" || authority.find_first_of("*,") != std::string_view::npos) return false;
    return !(port == ":80" && ascii::is_word(scheme, "http")) &&
           !(port == ":443" && ascii::is_word(scheme, "https"));
}

// http-URI = ( "http" / "https" ) "://" authority path-abempty       RFC 9110, 4.2
bool is_url(std::string_view text) {
    const bool is_plain = text.starts_with("http://");
    if (!is_plain && !text.starts_with("https://")) return false;
    const std::string_view rest = text.substr(is_plain ? 7 : 8);
    return http::is_authority(rest.substr(0, rest.find('/'))) &&
           std::all_of(rest.begin(), rest.end(), [](char c) {
               constexpr std::string_view none = "\"<>?#\\^`{|}";
               return c > ' ' && c < '\x7f' && none.find(c) == none.npos;
           });
}

bool is_absolute_path(std::string_view text) {
    return text.starts_with('/') && std::none_of(text.begin(), text.end(), ascii::is_control);
}

std::string quoted(std::string_view text) { return '"' + visible(text) + '"'; }

bool refuse(std::string& error, std::string line) {
    error = std::move(line);
    return false;
}

bool refuse(std::string& error, std::string_view name, std::string_view wanted,
            std::string_view got) {
    error = name;
    error.append(": expected ").append(wanted).append(", got ").append(got);
    return false;
}

std::string suggestion(std::string_view name, std::string_view otherwise) {
    if (name.empty()) return std::string(otherwise);
    return std::string("; did you mean ").append(name).append("?");
}

}  // namespace callbox::cli
