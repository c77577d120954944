#!/bin/sh
# Prints messages.md: of each section in tests/refuses with a line `// repair: TEXT` the message,
# completed from the headers, and the code. Fails if a message has no repair, or two.
cd "$(dirname "$0")/../.." || exit 1
cat << 'END'
# Messages of the compiler

<!-- Generated file; regenerate instead of editing: tools/docs/messages.sh prints it. -->

The first message for a wrong table begins with `callbox:` or names a function in `table_error`; the
others here are the compiler's, shortened. The first code of a section precedes each example in it.
END
LC_ALL=C awk '
# The one of `texts` that begins with `text`; `text` if several do; `otherwise` if none does.
function complete(text, texts, otherwise, each, found) {
    for (each in texts) if (index(each, text) == 1) found = found == "" ? each : text
    return found == "" ? otherwise : found
}
function report(place, error) { print place ": " error > "/dev/stderr"; failed = 1 }
function code_block() { return code == "" ? "" : "\n```cxx" code "\n```\n" }
function end_of_section(full) {
    sub(/\n+$/, "", code)
    full = complete(message, known, message)
    if (section == "") heading = heading code_block()
    else if (repair == "") places[message] = section
    else {
        if (full in repaired) report(section, "another section has the repair of its message")
        repaired[full]
        printf "%s\n### `%s`\n%s\n%s\n", heading, full, code_block(), repair
        heading = ""
    }
    section = code = message = repair = ""
}
BEGIN {  # the texts in the headers, in one piece
    while (("cat include/callbox/*.hpp include/callbox/*/*.hpp" | getline) > 0) all = all $0 "\n"
    gsub(/"[ \n]+"/, "", all)
    for (; match(all, /"callbox: ([^"\\]|\\.)*"|table_error::[a-z0-9_]+/); known[text]) {
        text = substr(all, RSTART, RLENGTH)
        all = substr(all, RSTART + RLENGTH)
        gsub(/^"|"$|^table_error::|\\/, "", text)
    }
}
FNR == 1 {
    if (section != "") end_of_section()
    split(FILENAME, part, /[.\/]/)
    heading = "\n## " toupper(substr(part[3], 1, 1)) substr(part[3], 2) "\n\n" substr($0, 4) "\n"
}
/^using callbox::/, /;$/ { next }
/^\/\/ ---- / { end_of_section(); section = FILENAME ": " $3 }
/^\/\/ refuses( first)?: / && message == "" { message = substr($0, index($0, ": ") + 2) }
/^\/\/ repair: / { repair = substr($0, 12) }
!/^(\/\/|#include)/ { sub(/  \/\/ here$/, ""); if ($0 code != "") code = code "\n" $0 }
END {
    end_of_section()
    for (text in places) if (complete(text, repaired) == "") report(places[text], "no repair")
    printf "\n## Others\n\n"
    fflush()
    for (text in known) if (!(text in repaired)) print "- `" text "`" | "sort"
    exit failed
}' tests/refuses/*.cpp
