// The names of the fields that callbox reads. A line is compared with these names before its colon
// is searched: a known name is not checked character by character.
#pragma once

#include "base/ascii.hpp"
#include "parse.hpp"

namespace callbox::http {

// A field that callbox reads, and the position of its value, after the colon; 0: another field, or
// none.
struct known {
    field what = field::host;
    std::uint8_t value_at = 0;
    explicit operator bool() const { return value_at != 0; }
};

namespace detail {

using callbox::detail::word_at;

// Four bytes, with letters in lower case. Distinct bytes other than letters may become equal.
constexpr std::uint32_t lowered_four(const char* text) {
    return word_at<std::uint32_t>(text) | 0x20202020u;
}

// Whether the bytes differ at most in the case of letters. `lower` contains lower-case letters,
// which have the bit 0x40, and '-' and ':', which do not; 0x20 is the case bit of a letter.
template <class Word> bool is_word(const char* text, const char* lower) {
    const Word wanted = word_at<Word>(lower);
    const Word cases = wanted >> 1 & static_cast<Word>(0x2020202020202020u);
    return ((word_at<Word>(text) ^ wanted) & ~cases) == 0;
}

// Returns `What` if `line` begins with `name`, which includes its colon. Compares word by word; the
// last word may overlap the one before it.
template <field What, std::size_t Size>
known if_begins(std::string_view line, const char (&name)[Size]) {
    constexpr std::size_t length = Size - 1;
    using word = std::conditional_t<(length < 8), std::uint32_t, std::uint64_t>;
    if (line.size() < length) return {};
    constexpr std::size_t last = length - sizeof(word);
    for (std::size_t at = 0; at < last; at += sizeof(word))
        if (!is_word<word>(line.data() + at, name + at)) return {};
    if (!is_word<word>(line.data() + last, name + last)) return {};
    return {What, length};
}

// Rare fields, kept apart: the others are found sooner.
inline known rare_at(std::string_view line) {
    switch (lowered_four(line.data())) {
    case lowered_four("auth"): return if_begins<field::authorization>(line, "authorization:");
    case lowered_four("trac"): return if_begins<field::traceparent>(line, "traceparent:");
    case lowered_four("mcp-"):
        if (const known k = if_begins<field::mcp_method>(line, "mcp-method:")) return k;
        if (const known k = if_begins<field::mcp_name>(line, "mcp-name:")) return k;
        return if_begins<field::mcp_protocol_version>(line, "mcp-protocol-version:");
    default: return {};
    }
}

}  // namespace detail

// The field whose name and colon are at the start of `line`, in any case: RFC 9110, 5.1.
inline known known_at(std::string_view line) {
    using detail::if_begins, detail::lowered_four;
    using enum field;
    if (line.size() < sizeof "host") return {};
    switch (lowered_four(line.data())) {
    case lowered_four("host"): return if_begins<host>(line, "host:");
    case lowered_four("cont"):
        if (const known k = if_begins<content_length>(line, "content-length:")) return k;
        if (const known k = if_begins<content_type>(line, "content-type:")) return k;
        return if_begins<content_encoding>(line, "content-encoding:");
    case lowered_four("conn"): return if_begins<connection>(line, "connection:");
    case lowered_four("tran"): return if_begins<transfer_encoding>(line, "transfer-encoding:");
    case lowered_four("expe"): return if_begins<expect>(line, "expect:");
    case lowered_four("orig"): return if_begins<origin>(line, "origin:");
    case lowered_four("sec-"): return if_begins<sec_fetch_site>(line, "sec-fetch-site:");
    case lowered_four("if-n"): return if_begins<if_none_match>(line, "if-none-match:");
    case lowered_four("acce"):
        return if_begins<access_control_request_headers>(line, "access-control-request-headers:");
    default: return detail::rare_at(line);
    }
}

// Ignored fields sent by curl, browsers and the libraries of common languages.
inline bool is_common(std::string_view name) {
    static constexpr std::string_view common[] = {
        "user-agent", "accept", "accept-encoding", "accept-language", "accept-charset", "referer",
        "cache-control", "pragma", "priority", "dnt", "upgrade", "http2-settings",
        "sec-fetch-mode", "sec-fetch-dest", "sec-fetch-user", "sec-gpc", "sec-ch-ua",
        "sec-ch-ua-mobile", "sec-ch-ua-platform"};
    return std::ranges::any_of(common, [&](auto each) { return ascii::is_word(name, each); });
}

}  // namespace callbox::http
