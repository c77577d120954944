#!/bin/sh
# Checks that refuses.sh reports each section and each common part that is wrong, and no other.
set -u
cd "$(dirname "$0")/.." || exit 1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT

# run COMMON SECTIONS: runs refuses.sh; `said` becomes its report, without the compiler's messages.
run() {
    rm -f "$folder/stamp"
    printf '%s\n' "$1" "$2" > "$folder/file.cpp"
    said=$(tools/refuses.sh "$folder/file.cpp" "$folder/stamp") && status=0 || status=1
    said=$(echo "$said" | sed -n "s|^$folder/file.cpp:\(.*\)\. Messages of .*|\1|p
        s|^$folder/file.cpp: \(it .*\)|\1|p")
}

# expect REPORT
expect() {
    [ "$said" = "$1" ] || fail "reports \"$said\", not \"$1\""
    if [ -z "$1" ]; then ends=0; else ends=1; fi
    [ "$status" = $ends ] || fail "exits with $status after \"$1\""
    [ -e "$folder/stamp" ] && stamps=0 || stamps=1
    [ "$stamps" = $ends ] || fail "creates a stamp after an error, or none without one"
}
fail() {
    echo "refuses_test.sh: refuses.sh $*"
    exit 1
}

common='template <int N> struct small { static_assert(N < 10, "too large"); };'
right='// ---- right
// refuses: too large
small<10> right;'
run "$common" "$right"
expect ''
run "$common" "$right
// ---- compiles
// refuses: too large
small<9> compiles;
// ---- other_text
// refuses: too large
// refuses: too small
small<11> other_text;
// ---- one_of_two_texts
// refuses: too small | too large
small<11> one_of_two_texts;
// ---- unwanted_text
// refuses not: too large
small<11> unwanted_text;
// ---- first_text
// refuses first: too_small
small<11> first; small<12> second; too_small third;
// ---- first_place
// refuses first: too large
small<11> first;
small<12> second;
small<13> third;  // here
// ---- unknown_kind
// refuses once: too large
small<11> unknown_kind;
// ---- no_text
small<12> no_text;
// ---- quoted
// refuses: quoted
small<13> quoted;
// ---- no_file
// refuses: no_such_file
#include <no_such_file>
$right"
expect '5: compiles: it compiles
8: other_text: missing message "too small"
15: unwanted_text: unwanted message "too large"
18: first_text: missing first message "too_small"
21: first_place: no first message has the line that ends with "// here"
26: unknown_kind: unknown "refuses once"
29: no_text: it has no line "// refuses: TEXT"
31: quoted: missing message "quoted"
34: no_file: it fails for another reason'
run "$common small<10> common;" "$right"
expect '1: common part: it does not compile'
run '' '// ---- line
// refuses: wrong
#line 1 "other.cpp"
static_assert(false, "wrong");'
expect '2: line: no message has a line number of it'
run "$common" ''
expect 'it has no section'
