// Parses a token file into a table, and finds the holder of a token for site/route.
#include "tokens.hpp"

#include "base/ascii.hpp"
#include "base/sha256.hpp"
#include "rpc/view.hpp"

namespace callbox::site {

namespace {

// Requires: `rest` does not begin with a blank. Ensures the same.
std::string_view take_word(std::string_view& rest) {
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
    rest = ascii::trimmed(rest.substr(word.size()));
    return word;
}

bool has_length(std::string_view token) {
    return token.size() >= token_bytes_min && token.size() <= token_bytes_max;
}

}  // namespace

// file = *( line LF ); line = [ entry ] / "#" anything; CR before LF is ignored
// Rejects a truncated file, as it could grant too much.
std::string tokens::read(std::string_view text, tokens& out) {
    out = {};
    if (!text.empty() && !text.ends_with('\n')) return "the last line has no line feed";
    for (std::size_t number = 1; !text.empty(); ++number) {
        std::string_view line = ascii::take_until(text, '\n');
        if (line.ends_with('\r')) line.remove_suffix(1);
        line = ascii::trimmed(line);
        if (line.empty() || line.starts_with('#')) continue;
        if (const std::string problem = out.add_line(line); !problem.empty())
            return "line " + std::to_string(number) + ": " + problem;
        out.holders_.back().line = number;
    }
    return out.holders_.empty() ? "no token in the file" : "";
}

// entry = name 1*BLANK token *( 1*BLANK scope )
// scope = 1*( name-char / "*" ) / "scope:" 1*name-char
std::string tokens::add_line(std::string_view line) {
    const std::string_view name = take_word(line);
    const std::string_view token = take_word(line);
    if (name.size() > token_name_bytes_max || !detail::is_name_of(name, "._-"))
        return "a name must be 1 to 64 letters, digits, '.', '_' and '-'";
    if (token.empty()) return "missing token after the name";
    if (!has_length(token) || !is_token(token))
        return "a token must be 16 to 256 letters, digits, '-', '.', '_', '~', '+', '/', with '=' "
               "only at its end";
    holder one{.name = std::string(name), .scopes = {}};
    while (!line.empty()) {
        const std::string_view scope = take_word(line);
        const bool is_of_rows = scope.starts_with(rpc::of_rows);
        const std::string_view rest = scope.substr(is_of_rows ? rpc::of_rows.size() : 0);
        if (!detail::is_name_of(rest, is_of_rows ? "._-" : "._-*/"))
            return "a scope must be a method name, in which '*' matches any part, or scope:NAME";
        one.scopes.emplace_back(scope);
    }
    const digest made = sha256(token);
    if (std::ranges::find(holders_, name, &holder::name) != holders_.end())
        return "duplicate name";
    if (std::ranges::find(digests_, made) != digests_.end()) return "duplicate token";
    if (holders_.size() == tokens_max) return "more than " + std::to_string(tokens_max) + " tokens";
    holders_.push_back(std::move(one));
    digests_.push_back(made);
    return "";
}

// Constant time for a given length of the token sent and number of tokens: the loop visits all of
// them without a data-dependent branch or index, and compares hashes, whose bytes a client cannot
// choose one by one. No test measures this: the difference is below the clock's noise, and each
// compiler generates different code.
std::optional<std::size_t> tokens::find(std::string_view token) const {
    if (!has_length(token)) return std::nullopt;
    const digest sent = sha256(token);
    std::size_t found = 0;  // its index plus one
    for (std::size_t i = 0; i < digests_.size(); ++i) {
        std::uint32_t differs = 0;
        for (std::size_t at = 0; at < sent.size(); ++at)
            differs |= static_cast<std::uint32_t>(sent[at] ^ digests_[i][at]);
        const std::size_t is_same = (differs - 1) >> 31;  // 1, or 0: `differs` is below 256
        found |= (i + 1) * is_same;
    }
    if (found == 0) return std::nullopt;
    return found - 1;
}

std::optional<std::size_t> tokens::find_in(const tokens& other, std::size_t index) const {
    const auto found = std::ranges::find(other.digests_, digests_[index]);
    if (found == other.digests_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - other.digests_.begin());
}

// b64token = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"="       RFC 6750, 2.1
bool is_token(std::string_view text) {
    const std::size_t end = text.find_last_not_of('=') + 1;  // npos + 1 is 0
    return detail::is_name_of(text.substr(0, end), "-._~+/");
}

// credentials = "Bearer" 1*SP b64token                                          RFC 6750, 2.1
// The scheme's name is case-insensitive: RFC 9110, 11.1.
std::optional<std::string_view> bearer_token(std::string_view authorization) {
    const std::string_view scheme = ascii::take_until(authorization, ' ');
    if (!ascii::is_word(scheme, "bearer")) return std::nullopt;
    const std::size_t begin = authorization.find_first_not_of(' ');
    return begin == std::string_view::npos ? std::string_view{} : authorization.substr(begin);
}

}  // namespace callbox::site
