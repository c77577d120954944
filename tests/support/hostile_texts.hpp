// Texts that some other language acts on: for what writes text from outside into it.
#pragma once

#include <string_view>

namespace support {

using namespace std::string_view_literals;

// All are UTF-8. Several have a NUL.
inline constexpr std::string_view hostile_texts[] = {
    ""sv, " "sv, "\t"sv, "plain"sv, "two words"sv, " a "sv,
    // quotes, backslashes
    "\""sv, "'"sv, "`"sv, "\\"sv, "\\\\"sv, "\\\""sv, "\\'"sv, "'\\''"sv, "a\\"sv, "\"\"\""sv,
    "'''"sv,
    "\" b=\"1"sv, "\",\"level\":\"error"sv, "a=\"b\" c='d'"sv, "\"} 1\nx{y=\""sv,
    // ends of lines
    "\n"sv, "\r"sv, "\r\n"sv, "a\nb"sv, "a\n\nb"sv, "a\\nb"sv, "\nMAINPID=1"sv,
    "x\nREADY=1\nSTATUS=y"sv,
    "\xe2\x80\xa8"sv, "a\xe2\x80\xa9" "b"sv, "\xc2\x85"sv, "\v\f"sv,
    // shells, formats, templates
    "$(id)"sv, "`id`"sv, "${IFS}"sv, "$HOME"sv, "$'\\n'"sv, "; id"sv, "| id"sv, "&& id"sv, "> /x"sv,
    "*"sv, "~"sv,
    "!!"sv, "#"sv, "-n"sv, "--"sv, "%s%n"sv, "%%"sv, "{{7*7}}"sv, "${7*7}"sv, "?\?/"sv, "?\?!"sv,
    "[a]"sv, "a:b"sv, "(a)"sv,
    // HTML, scripts, comments
    "<b>"sv, "</script>"sv, "</SCRIPT >"sv, "<!--"sv, "-->"sv, "<![CDATA["sv, "]]>"sv, "&lt;"sv,
    "&"sv, "&#39"sv,
    "' onload='x"sv, "\"><img src=x>"sv, "/*"sv, "*/"sv, "//"sv, "<?php"sv, "javascript:x"sv,
    // roff
    ".so /etc/passwd"sv, "'br"sv, "\n.sy id"sv, "\\fB"sv, "\\*[x]"sv, "\\\""sv, ".\\\" x"sv,
    ".B \"a"sv,
    // control characters, and those that reorder text
    "\0"sv, "a\0b"sv, "\x1b[31m"sv, "\x07"sv, "\x7f"sv, "\xc2\x9b" "31m"sv, "\xc2\x80"sv,
    "\xe2\x80\xae" "abc"sv,
    "\xe2\x81\xa6" "a\xe2\x81\xa9"sv, "\xe2\x80\x8f"sv, "\xd8\x9c"sv, "\xef\xbb\xbf"sv,
    // beyond ASCII
    "\xc3\xa4"sv, "\xf0\x9f\x98\x80"sv, "\xef\xbf\xbf"sv, "\xf4\x8f\xbf\xbf"sv,
};

}  // namespace support
