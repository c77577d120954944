#!/bin/bash
## Compile the C++ of all pages and public headers, and compare the output of programs
# Blocks ```cpp are files of their section: the one that the first line names (`// store.hpp`), or
# main.cpp if the block has main(). The files of a section are one program. A block ```output is a
# session with it: commands after `$ `, of which the first ./NAME is the program's name, and their
# output. A command that ends with `&` is a server; the next one waits until it is ready.
# Other blocks ```cpp are fragments, which are only compiled. A comment <!-- docs: --> above one has
# the lines around it, after commands to run: `...` stands for the block, or each for a part of it,
# up to an empty line. Blocks ```cxx are code that must not compile, which tests/refuses proves.
# In a page with <!-- docs: one program -->, a section also has the headers and the main.cpp of
# earlier sections, unless it replaces them or has a test.cpp.
# tools/docs/examples.sh describes the examples in the comments of the public headers.
# PAGES='README.md' checks one page, and no headers.
set -u
# shellcheck disable=SC1091
. tools/skipped.sh
mkdir -p "$2" && built=$(cd "$1" && pwd) && folder=$(cd "$2" && pwd) && tree=$PWD || exit
rm -rf "$folder/pages"
compile="${CXX:-g++} -std=c++20 -pthread -O0 -I$tree/include -include $folder/callbox.hpp"

# Writes the files of each page, and lists what to check: fragment|program FILE PAGE:LINE.
# shellcheck disable=SC2086
LC_ALL=C awk -v root="$folder/pages" '
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
function lines_from(at, to) {
    printf "#line %d \"%s\"\n", at, FILENAME > out
    for (; at <= to; at++) print block[at] > out
}
# The next part of the block for a `...` in the prelude: the rest for the last one.
function part(is_last) {
    for (to = next_line; to <= last; to++) if (!is_last && block[to] == "") break
    lines_from(next_line, to > last ? last : to)
    next_line = to + 1
}
function fragment(i, left) {
    out = section_folder() "/fragment-" first - 1 ".cc"
    for (i = 1; i <= preludes; i++) left += prelude[i] == "..."
    next_line = first
    for (i = 1; i <= preludes; i++) {
        if (prelude[i] ~ /^\$ /) print substr(prelude[i], 3) > (out ".sh")
        else if (prelude[i] == "...") part(--left == 0)
        else printf "#line %d \"%s\"\n%s\n", prelude_line + i, FILENAME, prelude[i] > out
    }
    if (next_line == first) part(1)
    print "fragment", out, FILENAME ":" first - 1
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
    } else if (inside == "cpp") {
        if (block[first] ~ /^\/\/ [a-z_]+\.[ch]pp$/) file(substr(block[first], 4))
        else if (has_main) file("main.cpp")
        else fragment()
        preludes = 0
    }
    close(out)
    inside = ""
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
' ${PAGES:-$(find . -name '*.md' ! -path './build/*' ! -path './.git/*' | sed 's,^\./,,' | sort)} \
    > "$folder/list" || exit
grep -q . "$folder/list" || { echo 'check-docs: no blocks'; exit 1; }

[ -n "${PAGES:-}" ] || tools/docs/examples.sh "$folder/pages/examples" >> "$folder/list" || exit

printf '#include <callbox/callbox.hpp>\n' > "$folder/callbox.hpp"
# shellcheck disable=SC2086
${compile%-include*} -x c++-header -o "$folder/callbox.hpp.gch" "$folder/callbox.hpp" || exit

fail() {
    echo "$place: $1"
    head -"${3:-12}" "$2"
    exit 1
}
# Runs a session in a folder of its own, and prints it.
converse() {
    local line more server ready servers=()
    while IFS= read -r line; do
        case $line in '$ '*) ;; *) continue ;; esac
        echo "$line"
        line=${line#??}
        while [ "${line%\\}" != "$line" ] && IFS= read -r more; do
            echo "$more"
            line=${line%\\}$more
        done
        case $line in
            *' &')  # the process group of timeout
                timeout 60 bash -c "${line% &}" > log.${#servers[@]} 2>&1 < /dev/null &
                server=$!
                for ((ready = 0; ready < 300; ready++)); do
                    grep -qs ready log.${#servers[@]} && break
                    kill -0 $server 2> /dev/null || break
                    sleep 0.1
                done
                grep -qs ready log.${#servers[@]} || cat log.${#servers[@]}
                servers+=("$server") ;;
            *) timeout 60 bash -c "$line" 2>&1 < /dev/null ;;
        esac
    done < "$1"
    for server in "${servers[@]}"; do kill -- "-$server" 2> /dev/null; done
    wait
}
check_fragment() {
    cd "${1%/*}" || exit
    if [ -f "$1.sh" ]; then bash -e "$1.sh" > log 2>&1 || fail 'a command failed' log; fi
    $compile -I. -x c++ -fsyntax-only "$1" > "$1.log" 2>&1 || fail 'does not compile' "$1.log"
}
check_program() {
    local libraries='' name each
    cd "$1" || exit
    if [ -f test.cpp ]; then rm -f main.cpp; fi
    if grep -q '<sqlite3.h>' ./*.cpp; then
        libraries=-lsqlite3
        [ -f /usr/include/sqlite3.h ] || { skipped check-docs "$place: no libsqlite3-dev"; exit; }
    fi
    name=$(grep -ho '\./[a-z]*' session-* 2> /dev/null | head -1)
    name=${name:-program}
    $compile -Wall -Wextra -Werror -I. -o "$name" ./*.cpp "$built/libcallbox.a" $libraries \
        > log 2>&1 || fail 'does not compile' log
    for each in session-*; do
        [ -f "$each" ] || continue
        mkdir "run-$each" && cp "$name" "run-$each"
        (cd "run-$each" && converse "../$each") > "got-$each"
        diff "$each" "got-$each" > log || place=${place%:*}:${each#*-} fail 'its output differs' log
    done
}
check() {
    place=$3
    "check_$1" "$2"
}
export -f fail converse check_fragment check_program check skipped
export compile built tree
PATH=$built:$PATH xargs -P "$(nproc)" -L 1 bash -c 'check "$@"' check < "$folder/list" || exit 1
blocks=$(grep -cv ' tools/docs/examples/' "$folder/list")
examples=$(cat "$folder"/pages/examples/*.cpp 2> /dev/null | grep -c '^#line .* "include/')
echo "check-docs: $blocks blocks and programs, $examples examples of headers"
