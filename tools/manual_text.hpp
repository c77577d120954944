// Escapes text for the languages that tools/manual.cpp writes.
#pragma once

#include "rpc/sample.hpp"

#include <callbox/bytes.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace manual {

// A line of roff, part of a line, or a macro argument. '\' begins an escape, '"' an argument, '.'
// and '\'' a request; '-' would be printed as a hyphen. Control characters are dropped.
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

// A quoted word of bash or zsh.
inline std::string word(std::string_view text) {
    callbox::bytes made;
    callbox::rpc::append_quoted(made, text);
    return std::string(made.view());
}

// Part of a specification for _arguments or _describe of zsh, to be passed to word(). A backslash
// escapes only these three characters.
inline std::string zsh(std::string_view text) {
    std::string made;
    for (const char c : text) {
        if (std::string_view("[]:").find(c) != std::string_view::npos) made += '\\';
        made += c;
    }
    return made;
}

// A quoted word of fish.
inline std::string fish(std::string_view text) {
    std::string made = "'";
    for (const char c : text) {
        if (c == '\\' || c == '\'') made += '\\';
        made += c;
    }
    return made + '\'';
}

}  // namespace manual
