#!/bin/sh
# Every tests/refuses/*.cpp must fail to compile, and the compiler must say what the file's
# `// refuses: TEXT` lines say, with the file's name and a line of it. V=1 tells how long it talked.
# refuses.sh [FILE]...: only these.
set -u
: "${CXX:=c++}" "${V:=}"

# Whether it is refused as it should be; says so in one line when it is not.
refused() {
    wanted=$(sed -n 's|^ *// refuses: *||p' "$1")
    if said=$(LC_ALL=C $CXX -std=c++20 -Iinclude -fsyntax-only "$1" 2>&1); then
        fault='it compiles'
    elif [ -z "$wanted" ]; then
        fault='it has no line "// refuses: TEXT"'
    elif printf '%s\n' "$said" | grep -q 'fatal error:'; then
        fault='it fails for another reason'
    elif ! printf '%s\n' "$said" | grep -q "$(basename "$1"):[0-9]"; then
        fault='no line of it is named'
    else
        fault=$(printf '%s\n' "$wanted" | while IFS= read -r text; do
            printf '%s\n' "$said" | grep -qF -e "$text" || echo "nothing says \"$text\""
        done)
    fi
    lines=$(printf '%s\n' "$said" | wc -l)
    if [ "$V" = 1 ]; then echo "refuses: $1: $lines lines"; fi
    [ -z "$fault" ] && return
    printf '%s: %s. What %s said:\n%s\n' "$1" "$fault" "$CXX" "$said" | head -n 40
    return 1
}

if [ "${1-}" = --one ]; then
    refused "$2"
    exit
fi
[ $# -gt 0 ] || set -- tests/refuses/*.cpp
if [ ! -e "$1" ]; then
    echo 'refuses: found nothing to look at'
    exit 1
fi
export CXX V
printf '%s\n' "$@" | xargs -n 1 -P 2 "$0" --one || exit 1
echo "refuses: $# wrong tables, each refused with its sentence"
