#!/bin/bash
## Compile the C++ of all pages and public headers, and compare the output of programs
# tools/docs/blocks.awk describes the blocks. In a session, a block ```output, are commands after
# `$ `, of which the first ./NAME is the program's name, and their output. A command that ends with
# `&` is a server; the next one waits until it is ready. Other blocks ```cpp are only compiled.
# Blocks ```cxx are code that must not compile, which tests/refuses proves; those in other languages
# are checked by tests/clients.
# tools/docs/examples.sh describes the examples in the comments of the public headers.
# PAGES='README.md' checks one page, and no headers.
set -u
# shellcheck disable=SC1091
. tools/skipped.sh
mkdir -p "$2" && built=$(cd "$1" && pwd) && folder=$(cd "$2" && pwd) && tree=$PWD || exit
rm -rf "$folder/pages"
compile="${CXX:-g++} -std=c++20 -pthread -O0 -I$tree/include -include $folder/callbox.hpp"

pages=$(find . -name '*.md' ! -path './build/*' ! -path './.git/*' | sed 's,^\./,,' | sort)
# shellcheck disable=SC2086
LC_ALL=C awk -v root="$folder/pages" -f tools/docs/blocks.awk ${PAGES:-$pages} > "$folder/blocks" ||
    exit
grep -E '^(fragment|program) ' "$folder/blocks" > "$folder/list"
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
