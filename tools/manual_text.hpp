// Text in the languages that tools/manual.cpp writes: one function for each.
#pragma once

#include "openrpc/curl.hpp"

#include <callbox/bytes.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace manual {

// A line of roff, or a part of one, an argument of a macro too: '\' begins an escape, '"' an
// argument, '.' and '\'' a request, and a minus would become a hyphen. Without control characters.
inline std::string roff(std::string_view text) {
    std::string made;
    if (text.starts_with('.') || text.starts_with('\'')) made = "\\&";
    for (const char c : text) {
        if (c == '\\') made += "\\e";
        else if (c == '"') made += "\\(dq";
        else if (c == '-') made += "\\-";
        else if (c == '\n' || c == '\t') made += ' ';
        else if (static_cast<unsigned char>(c) >= ' ' && c != '\x7f') made += c;
    }
    return made;
}

// A word of bash and zsh, in quotes.
inline std::string word(std::string_view text) {
    callbox::bytes made;
    callbox::openrpc::append_quoted(made, text);
    return std::string(made.view());
}

// A part of what zsh's _arguments and _describe take, to be put into a word(): a backslash is
// special before these three alone.
inline std::string zsh(std::string_view text) {
    std::string made;
    for (const char c : text) {
        if (std::string_view("[]:").find(c) != std::string_view::npos) made += '\\';
        made += c;
    }
    return made;
}

// A word of fish, in quotes.
inline std::string fish(std::string_view text) {
    std::string made = "'";
    for (const char c : text) {
        if (c == '\\' || c == '\'') made += '\\';
        made += c;
    }
    return made + '\'';
}

}  // namespace manual
