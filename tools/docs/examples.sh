#!/bin/sh
# Makes the examples in the comments of the public headers compilable, for make check-docs:
# `examples.sh FOLDER`. An example is a paragraph of indented lines in a comment. A file of
# tools/docs/examples/ is the code around examples, in which each stands for a line
#
#     // example of HEADER.hpp: FIRST WORDS
#
# with the words that the example begins with. Lines `// ... CODE` directly after it replace the
# `...` of the example, in order. Lines with the comment `// does not compile` are left out. Writes
# each file, with its examples, into FOLDER, and prints a line `fragment WRITTEN FILE` for it. Fails
# if an example has no such line, or a line no example; not_code.txt there lists the paragraphs that
# are not C++.
set -eu
mkdir -p "$1"
LC_ALL=C awk -v folder="$1" '
function fail(place, why) {
    print place ": " why > "/dev/stderr"
    failed = 1
}
# Returns the number of an unused example of the header that begins with these words; 0: none.
function find(header, words,    i) {
    for (i = 1; i <= examples; i++)
        if (!is_used[i] && header_of[i] == header && index(first_words[i], words) == 1) return i
    return 0
}
function use(place, header, words,    i) {
    i = find(header, words)
    if (i) is_used[i] = 1
    else fail(place, "no further example of " header " begins with: " words)
    return i
}

# ---- Headers: collects the examples.

# Indented lines after an item of a list belong to it.
function header_line(    text, is_comment) {
    is_comment = match($0, /^ *\/\/ ?/)
    text = is_comment ? substr($0, RLENGTH + 1) : ""
    if (text ~ /^- /) in_list = 1
    else if (text ~ /^[^ ]/ || text == "") in_list = 0
    if (text !~ /^  / || in_list) {
        in_example = 0
        return
    }
    if (!in_example) begin_example(text)
    code[examples, ++lines_of[examples]] = substr($0, RLENGTH + 1)
}
function begin_example(text) {
    sub(/^ */, "", text)
    first_words[++examples] = text
    first_line[examples] = FNR
    header_of[examples] = name
    in_example = 1
}

# ---- Paragraphs that are not C++.

function not_code_line() {
    if (!match($0, /^[a-z_]+\.hpp: .+  # ./)) fail(FILENAME ":" FNR, "not HEADER: WORDS  # REASON")
    else use(FILENAME ":" FNR, substr($0, 1, index($0, ":") - 1),
             substr($0, index($0, ":") + 2, RLENGTH - index($0, ":") - 6))
}

# ---- Files with examples.

function code_line(    words) {
    if (match($0, /^ *\/\/ \.\.\.( |$)/)) {
        replacement[++replacements] = substr($0, RLENGTH + 1)
        place = FILENAME ":" FNR
        return
    }
    end_of_example()
    if (match($0, /^ *\/\/ example of /)) {
        words = substr($0, RLENGTH + 1)
        current = use(FILENAME ":" FNR, substr(words, 1, index(words, ":") - 1),
                      substr(words, index(words, ":") + 2))
        next_line = FNR + 1
    } else print > out
}
function end_of_example(    i, line, done, at) {
    if (current) printf "#line %d \"include/callbox/%s\"\n", first_line[current],
                        header_of[current] > out
    for (i = 1; current && i <= lines_of[current]; i++) {
        line = code[current, i]
        while (done < replacements && (at = index(line, "..."))) {
            printf "%s", substr(line, 1, at - 1) replacement[++done] > out
            line = substr(line, at + 3)
        }
        if (line ~ /\/\/ does not compile/) line = ""
        print line > out
    }
    if (done < replacements) fail(place, "the example before it has no ... for this")
    if (current) printf "#line %d \"%s\"\n", next_line + replacements, path > out
    current = replacements = 0
}

FNR == 1 {
    if (out != "") end_of_example()
    name = path = FILENAME
    sub(/.*\//, "", name)
    in_example = in_list = 0
    if (name ~ /\.cpp$/) {
        out = folder "/" name
        printf "#line 1 \"%s\"\n", path > out
        print "fragment", out, path
    }
}
FILENAME ~ /\.hpp$/ { header_line() }
FILENAME ~ /\.txt$/ { not_code_line() }
FILENAME ~ /\.cpp$/ { code_line() }
END {
    if (out != "") end_of_example()
    for (i = 1; i <= examples; i++)
        if (!is_used[i])
            fail("include/callbox/" header_of[i] ":" first_line[i],
                 "this example is not compiled: add it, with the code that it needs, to a " \
                 "file of tools/docs/examples/ as // example of " header_of[i] ": " \
                 substr(first_words[i], 1, 40))
    exit failed
}
' include/callbox/*.hpp tools/docs/examples/not_code.txt tools/docs/examples/*.cpp
