#!/bin/sh
# refuses.sh FILE STAMP: checks that no section of FILE compiles. A line `// ---- NAME` begins a
# section. The lines before the first section are common to all of them and must compile alone. The
# messages of the compiler for a section must contain the texts of its `// refuses: TEXT` lines and
# the number of one of its lines; they do not quote source lines. Of `// refuses: TEXT | TEXT` one
# suffices. The texts of `// refuses first: TEXT`, and a line that ends with `// here`, must be in
# the messages up to the third error or note; those of `// refuses not: TEXT` must be in none.
# Other comments are ignored, such as `// repair: TEXT` for tools/docs/messages.sh. Reports each
# section that fails. Creates STAMP if none does. V=1 prints the length of the messages.
set -u
: "${CXX:=c++}"
file=$1
case $($CXX --version) in
    *clang*) quotes=-fno-caret-diagnostics ;;
    *) quotes=-fno-diagnostics-show-caret ;;
esac

# lines FIRST LAST: prints these lines, numbered for the compiler as in the file.
lines() {
    printf '#line %s "%s"\n' "$1" "$file"
    sed -n "$1,$2p" "$file"
}

# Compiles standard input.
compile() {
    LC_ALL=C $CXX -std=c++20 -Iinclude -fsyntax-only "$quotes" -x c++ - 2>&1
}

# has_line FIRST LAST: whether the messages in standard input have one of these lines of the file.
has_line() {
    awk -v first="$1" -v last="$2" -v file="$file:" '
        { while (at = index($0, file)) {
            $0 = substr($0, at + length(file))
            if ($0 + 0 >= first && $0 + 0 <= last) found = 1
        } }
        END { exit !found }'
}

# Prints the messages up to the third error or note.
first_messages() {
    printf '%s\n' "$said" | awk 'n < 3 { print } /(error|note): / { ++n }'
}

# has TEXT: whether standard input has one of the texts that " | " separates.
has() {
    grep -qF -e "$(printf '%s\n' "$1" | sed 's/ | /\
/g')"
}

# wrong_texts NAME FIRST LAST: reports the texts of the section that are missing or unwanted.
wrong_texts() {
    sed -n "$2,$3s|^ *// refuses\([a-z ]*\): *|\1:|p" "$file" |
        while IFS= read -r line; do
            text=${line#*:}
            case $line in
                :*) printf '%s\n' "$said" | has "$text" || echo "missing message \"$text\"" ;;
                ' first:'*) first_messages | has "$text" ||
                    echo "missing first message \"$text\"" ;;
                ' not:'*) ! printf '%s\n' "$said" | has "$text" ||
                    echo "unwanted message \"$text\"" ;;
                *) echo "unknown \"refuses${line%%:*}\"" ;;
            esac
        done
}

# has_place FIRST LAST: whether the first messages have a line that ends with "// here". True if no
# line does.
has_place() {
    lines_here=$(awk -v first="$1" -v last="$2" \
        'FNR >= first && FNR <= last && / \/\/ here$/ { print FNR }' "$file")
    [ -n "$lines_here" ] || return 0
    for line in $lines_here; do
        ! first_messages | has_line "$line" "$line" || return 0
    done
    return 1
}

# failure NAME LINE ERROR: reports the error with the messages.
failure() {
    printf '%s:%s: %s: %s. Messages of %s:\n%s\n' "$file" "$2" "$1" "$3" "$CXX" "$said" |
        head -n 40
    failed=1
}

# section NAME FIRST LAST
section() {
    error=
    if said=$({ lines 1 "$common" && lines "$2" "$3"; } | compile); then
        error='it compiles'
    elif ! sed -n "$2,$3p" "$file" | grep -q '^ *// refuses[a-z ]*: .'; then
        error='it has no line "// refuses: TEXT"'
    elif printf '%s\n' "$said" |
        grep -q -e 'fatal error:' -e 'internal compiler error' -e 'PLEASE submit a bug report'; then
        error='it fails for another reason'
    elif ! printf '%s\n' "$said" | has_line "$2" "$3"; then
        error='no message has a line number of it'
    elif ! has_place "$2" "$3"; then
        error='no first message has the line that ends with "// here"'
    else
        error=$(wrong_texts "$@")
    fi
    [ "${V-}" != 1 ] || echo "refuses: $1: $(printf '%s\n' "$said" | wc -l) lines"
    [ -z "$error" ] || failure "$1" "$2" "$error"
}

# Each section: its name, its first and its last line.
sections=$(awk '
    /^\/\/ ---- / { if (name) print name, first, FNR - 1; name = $3; first = FNR }
    END { if (name) print name, first, FNR }' "$file")
if [ -z "$sections" ]; then
    echo "$file: it has no section"
    exit 1
fi
common=$(($(echo "$sections" | awk '{ print $2; exit }') - 1))

failed=0
said=$(lines 1 "$common" | compile) || failure 'common part' 1 'it does not compile'
[ "$failed" = 1 ] || while read -r name first last; do
    section "$name" "$first" "$last"
done << END
$sections
END
[ "$failed" = 0 ] && mkdir -p "$(dirname "$2")" && touch "$2"
