// Decides by Content-Type whether the body is JSON in UTF-8. route.cpp checks this before a call.
#include "site.hpp"

#include "http/characters.hpp"

namespace callbox::site {

namespace {

// application/json, json-rpc and jsonrequest (JSON-RPC over HTTP), and application/*+json
// (RFC 6839, 3.1).
bool names_json(std::string_view type) {
    constexpr std::string_view application = "application/";
    constexpr std::string_view suffix = "+json";
    if (!ascii::is_word(type.substr(0, application.size()), application)) return false;
    const std::string_view subtype = type.substr(application.size());
    if (ascii::is_word(subtype, "json") || ascii::is_word(subtype, "json-rpc") ||
        ascii::is_word(subtype, "jsonrequest"))
        return true;
    return subtype.size() > suffix.size() && http::is_token(subtype) &&
           ascii::is_word(subtype.substr(subtype.size() - suffix.size()), suffix);
}

// quoted-string = DQUOTE *( qdtext / quoted-pair ) DQUOTE          RFC 9110, 5.6.4
// The first ";" outside of quotes, or the end; npos if a quote is unterminated.
std::size_t parameter_end(std::string_view parameters) {
    bool quoted = false;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const char c = parameters[i];
        if (c == '"') quoted = !quoted;
        else if (quoted && c == '\\') ++i;
        else if (!quoted && c == ';') return i;
    }
    return quoted ? std::string_view::npos : parameters.size();
}

bool is_utf_8(std::string_view value) {
    constexpr std::string_view wanted = "utf-8";
    const bool quoted = value.size() >= 2 && value.front() == '"' && value.back() == '"';
    if (quoted) value = value.substr(1, value.size() - 2);
    std::size_t matched = 0;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (quoted && value[i] == '\\' && i + 1 < value.size()) ++i;
        if (matched == 3 && value[i] == '8') ++matched;  // utf8 can mean only this one
        if (matched == wanted.size() || ascii::to_lower(value[i]) != wanted[matched]) return false;
        ++matched;
    }
    return matched == wanted.size();
}

}  // namespace

// media-type = type "/" subtype parameters                         RFC 9110, 8.3.1
// parameters = *( OWS ";" OWS [ parameter ] )                      RFC 9110, 5.6.6
// parameter = parameter-name "=" ( token / quoted-string )
// Ignores all parameters but charset, even malformed ones.
std::string_view content_type_error(std::string_view content_type) {
    if (content_type.empty() || ascii::is_same(content_type, "application/json")) return {};
    std::string_view rest = content_type;
    if (!names_json(ascii::trimmed(ascii::take_until(rest, ';'))))
        return "the body must be JSON; send Content-Type: application/json";
    while (!rest.empty()) {
        const std::size_t end = parameter_end(rest);
        if (end == std::string_view::npos) return "unterminated quote in Content-Type";
        std::string_view value = rest.substr(0, end);
        const std::string_view name = ascii::trimmed(ascii::take_until(value, '='));
        if (ascii::is_word(name, "charset") && !is_utf_8(ascii::trimmed(value)))
            return "JSON must be UTF-8; omit charset or send charset=utf-8";
        rest.remove_prefix(end == rest.size() ? end : end + 1);
    }
    return {};
}

}  // namespace callbox::site
