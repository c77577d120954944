"""Strings that the document of a hostile server may contain.

TEXTS have a meaning to a compiler, an editor or a terminal; WORDS are reserved in a language.
"""

PRINT = "print('PWNED')"
LOG = "console['log']('PWNED')"  # without a dot, which would make a group of methods

TEXTS = [
    # the ends and beginnings of comments
    "*/", "a*/b", "*", "/", "*\\/", "/*", "//", "*/ /*", "<!--", "-->",
    f"*/ static {{ {LOG}; }} /*",
    f"*/ {LOG}; /*",
    f"*/ {LOG}, /*",
    "*/ int PWNED; /*",
    # the ends of strings
    '"', "'", "`", '"""', "'''", '\\"""', '")', ")\"", 'R"(', "']",
    f'"""\n{PRINT}\n"""',
    f"'''\n{PRINT}\n'''",
    f'" + {PRINT} + "',
    f"' + {LOG} + '",
    '"; int PWNED; //',
    # escapes
    "\\", "a\\", "\\\\", '\\"', "a\\\n", "\\x22", "\\u0022", "\\u{22}", "\\N{BULLET}", "\\777",
    f"\\u000a{PRINT}",
    f"\\n{PRINT}",
    f"\\u002a\\u002f {LOG}",
    # trigraphs, the preprocessor, formats, templates
    "??/", "??/\nint PWNED;", "??'", "??)", "%s", "%n%d%", "{}", "{0}", "{a}", "$&", "$1",
    "#include <PWNED>", "\n#include <PWNED>\n", "\n#define int PWNED\n", "\n#error PWNED\n",
    "${PWNED}",
    f"${{{LOG}}}",
    f"`${{{LOG}}}`",
    f"{{{PRINT}}}",
    # ends of lines
    "\n", "\r", "\r\n", "\f", "\v", "\x85", "\u2028", "\u2029", "\n\n\n", "a\n \n\nb\n",
    f"a\n{PRINT}",
    f"a\r{PRINT}",
    f"a\f{PRINT}",
    f"a\x1c{PRINT}",
    f"a\x85{PRINT}",
    f"a\u2028{LOG}",
    f"a\u2029{LOG}",
    # invisible characters
    "\0", "a\0b", "\x01", "a\x1b[2Jb", "\x7f", "\x9b", "\u061c", "\u200e", "\u200f", "\u202a",
    "\u202e", "a\u202eb", "a\u2066b\u2069", "\u2067", "\ufeff", "\ufffe", "\u00ad", "\t", " ", "",
    # directives in comments
    "coding: unicode_escape",
    "coding=utf-16",
    "# -*- coding: x -*-",
    "Video encoding: h264",
    f"coding: unicode_escape \\n{PRINT}",
    f"coding: utf_7 +AAo-{PRINT}",
    "@ts-nocheck", "// @ts-ignore", "@deprecated", '/// <reference path="x" />',
    "//# sourceMappingURL=x", "# type: ignore", "#!/bin/sh",
    # letters
    "\u00e9", "e\u0301", "\ufb01", "\U0001f984", "\u03c0", "\u0660", "x" * 3000, "x " * 1000,
    "- " * 50, " " * 200 + "x",
]

WORDS = """
    type errno assert constructor toString hasOwnProperty __proto__ self None class int
    prototype arguments eval await async yield null undefined NaN Infinity true True default this
    operator template signed and or not xor import def lambda from print str bool list dict object
    Any Optional Literal Union json Json Call Client Methods Calls Send Errors Kind Options Error
    CallError TransportError Failure send _send notify batch of with close call connect url token
    timeout params method result options named std callbox describe answer given calling
    __init__ __class__ __dict__ __slots__ __doc__ __name__ _x x_ __x a__b 1st _1 _A X
    NULL EOF BUFSIZ INT_MAX CHAR_BIT EAGAIN SIGINT RAND_MAX stdin stdout linux unix major minor
    offsetof va_arg errno_t size_t int8_t uint64_t char8_t static_assert alignas noexcept concept
    requires export module valueOf isPrototypeOf length name then apply bind caller symbol Symbol
    Promise Map Date Math String Number Object Array BigInt globalThis window require
    match case global nonlocal pass del is in as except raise exec __debug__ __annotations__
    dataclasses typing field id value values items keys get pop update mro at
    public private protected static interface enum abstract declare namespace readonly
    bigint any unknown never keyof infer get set accessor let package implements
    Subscription subscription SubscriptionEnded subscribe _subscribe subscribes Subscribed Gap
    EventGap EventOptions EventQueue MissedEvents on_gap seq since missed silence_max events
""".split()
WORDS = sorted(set(WORDS), key=WORDS.index)
