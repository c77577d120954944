# Writes the files of the blocks of pages into the folder `root`, and prints a line for each thing
# to check:
#     fragment|ts|python FILE PAGE:LINE
#     program FOLDER PAGE:LINE
# Blocks ```cpp are files of their section: the one that the first line names (`// store.hpp`), or
# main.cpp if the block has main(). The files of a section are one program. A block ```output is a
# session with it. In a page with <!-- docs: one program -->, a section also has the headers and the
# main.cpp of earlier sections, unless it replaces them or has a test.cpp.
# Other blocks ```cpp, and those in ```ts and ```python, are fragments. A comment <!-- docs: -->
# above one has the lines around it, after commands to run: `...` stands for the block, or each for
# a part of it, up to an empty line. The lines of a fragment have their numbers in the page; without
# #line, in other languages, only those up to the first part.
BEGIN {
    suffix["cpp"] = ".cc"
    suffix["ts"] = ".ts"
    suffix["python"] = ".py"
    is_part = "^ *[.][.][.]$"
}
function section_folder() {
    made = FILENAME
    gsub("/", "_", made)
    made = root "/" made "/" section
    if (!(made in known)) {
        system("mkdir -p " made)
        if (before) system("cp " before "/*.hpp " before "/main.cpp " made " 2> /dev/null")
        if (is_one_program) before = made
    }
    known[made] = 1
    return made
}
function put(line) {
    print line > out
    written++
}
# The next line is line `at` of the page, for the messages of compilers.
function set_line(at) {
    if (inside == "cpp") printf "#line %d \"%s\"\n", at, FILENAME > out
    else while (written < at - 1) put("")
}
function lines_from(at, to, indent) {
    set_line(at)
    for (; at <= to; at++) put(indent block[at])
}
# The next part of the block for a `...` in the prelude: the rest for the last one.
function part(indent, is_last,    to) {
    for (to = next_line; to <= last; to++) if (!is_last && block[to] == "") break
    lines_from(next_line, to > last ? last : to, indent)
    next_line = to + 1
}
function fragment(    i, left) {
    out = section_folder() "/fragment_" first - 1 suffix[inside]
    for (i = 1; i <= preludes; i++) left += prelude[i] ~ is_part
    next_line = first
    written = 0
    for (i = 1; i <= preludes; i++) {
        if (prelude[i] ~ /^\$ /) print substr(prelude[i], 3) > (out ".sh")
        else if (match(prelude[i], is_part)) part(substr(prelude[i], 1, RLENGTH - 3), --left == 0)
        else {
            set_line(prelude_line + i)
            put(prelude[i])
        }
    }
    if (next_line == first) part("", 1)
    print inside == "cpp" ? "fragment" : inside, out, FILENAME ":" first - 1
}
function file(name) {
    out = section_folder() "/" name
    if (out in known) {
        print FILENAME ":" first - 1 ": a second " name " in this section" > "/dev/stderr"
        failed = 1
    }
    known[out] = 1
    lines_from(first, last)
    if (!programs[made]++) print "program", made, FILENAME ":" first - 1
}
function end_of_block() {
    last = FNR - 1
    if (inside == "output") {
        out = section_folder() "/session-" first - 1
        for (i = first; i <= last; i++) print block[i] > out
        if (!programs[made]++) print "program", made, FILENAME ":" first - 1
    } else if (inside == "cpp" && block[first] ~ /^\/\/ [a-z_]+\.[ch]pp$/)
        file(substr(block[first], 4))
    else if (inside == "cpp" && has_main) file("main.cpp")
    else if (inside in suffix) fragment()
    close(out)
    inside = ""
    preludes = 0
}
FNR == 1 { section = 1; inside = ""; preludes = 0; in_prelude = 0; is_one_program = 0; before = "" }
$0 == "<!-- docs: one program -->" { is_one_program = 1 }
in_prelude { if ($0 == "-->") in_prelude = 0; else prelude[++preludes] = $0; next }
inside == "" && $0 == "<!-- docs:" { in_prelude = 1; prelude_line = FNR; next }
inside == "" && /^## / { section = FNR }
inside == "" && /^```[a-z]*$/ {
    inside = $0 == "```" ? "text" : substr($0, 4)
    first = FNR + 1
    has_main = 0
    next
}
inside != "" && $0 == "```" { end_of_block(); next }
inside != "" { block[FNR] = $0; has_main += /^int main\(/ }
END { exit failed }
