#!/bin/sh
## Run static analysis: clang-tidy, cppcheck
# Analyses src/, include/ and tools/openrpc/; fails on any finding. .clang-tidy and
# tools/cppcheck.txt have the checks and the reasons for disabled ones. TIDY=clang-tidy-16 selects
# another clang-tidy. The complete output is in FOLDER/*.log.
set -u
built=$1
folder=$2
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
: "${TIDY:=clang-tidy}"
status=0
jobs=2

missing=
for name in "$TIDY" cppcheck; do
    command -v "$name" > /dev/null || missing="$missing $name"
done
if [ -n "$missing" ]; then
    echo "analyse: missing:$missing" >&2
    exit 1
fi
mkdir -p "$folder/cppcheck" && built=$(cd "$built" && pwd) && folder=$(cd "$folder" && pwd) || exit
cd "$root" || exit 1

grep -v '^#' tools/cppcheck.txt | grep . > "$folder/suppressions"
timeout -k 5 240 cppcheck --std=c++20 --language=c++ -q -j$jobs --error-exitcode=1 \
    --enable=warning,style,performance,portability --cppcheck-build-dir="$folder/cppcheck" \
    --suppressions-list="$folder/suppressions" --template='{file}:{line}: {message} [{id}]' \
    -Iinclude -Isrc -Itools/openrpc -I"$built/gen" src include tools/openrpc \
    > "$folder/cppcheck.log" 2>&1 || status=1
sort -u "$folder/cppcheck.log"

# The largest files first, to keep both jobs busy until the end.
find src tools/openrpc -name '*.cpp' -size +0 -printf '%s %p\n' | sort -rn | cut -d ' ' -f 2 |
    TIDY="$TIDY" timeout -k 5 1200 xargs -P$jobs -n 1 sh -c '"$TIDY" --quiet "$1" -- \
        -std=c++20 -Iinclude -Isrc -Itools/openrpc -I"$0/gen" 2> /dev/null' "$built" \
    > "$folder/clang-tidy.log"
case $? in
    0) ;;
    124) echo 'analyse: clang-tidy timed out after 1200 seconds'; status=1 ;;
    *) status=1 ;;
esac
# A finding in a header is reported for each file that includes it.
awk '/: (warning|error): / { shown = !seen[$0]++ } shown' "$folder/clang-tidy.log"
[ "$status" = 0 ] && echo "analyse: no findings by clang-tidy and cppcheck"
exit "$status"
