#!/bin/sh
## Run mutation tests of the parsers: MUTANTS=150, SEED=1
# Each mutant changes an operator, a constant, a bound or a statement (tests/mutate/mutants.cpp).
# Runs MUTANTS of them, chosen by SEED (MUTANTS=all: all), in JOBS=2 parallel jobs, against the
# tests of the file's layer. FILES selects the files. Prints the mutants that survive; fails if they
# are more than 5 %. Mutants do not count if they do not compile, if the optimized code is the same,
# or if tests/mutate/equivalent.txt has a reason. The verdicts are in FOLDER/verdicts.
set -u
folder=$2
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
: "${MUTANTS:=150}" "${SEED:=1}" "${JOBS:=2}" "${MAKE:=make}" "${CXX:=c++}"
: "${FILES:=src/http/chunked.cpp src/http/host.cpp src/http/fast/known_heads.cpp
    src/http/parse.cpp src/http/characters.hpp src/http/line.hpp src/http/names.hpp
    src/json/members.cpp src/json/parse_double.cpp src/json/parse.cpp
    src/json/format_double.cpp src/json/value.cpp src/json/scan.hpp
    src/rpc/request.cpp src/rpc/fast/known_requests.cpp src/rpc/fast/known_requests.hpp
    src/rpc/fast/pieces.cpp src/rpc/fast/pieces.hpp}"
caught_min=95

mkdir -p "$folder" && folder=$(cd "$folder" && pwd) && cd "$root" || exit
rm -f "$folder"/verdicts* "$folder"/list*
$CXX -std=c++20 -O1 -Wall -Wextra -o "$folder/mutants" tests/mutate/mutants.cpp || exit
# shellcheck disable=SC2086
"$folder/mutants" "$SEED" $FILES > "$folder/all" || exit
[ "$MUTANTS" = all ] && MUTANTS=$(wc -l < "$folder/all")
head -n "$MUTANTS" "$folder/all" > "$folder/list"

# First a build without mutations and without optimization, which compiles fastest. The tests run in
# one process (tests/plain): Criterion's process per test would take most of the time.
built=$folder/debug
objects=$(find tests/http tests/json tests/rpc tests/client/response_test.cpp -name '*_test.cpp' |
    grep -v rpc/call_log_test |  # counts allocations, by a sanitizer|
    sed "s|.*|$built/obj/&|; s/cpp$/o/")
SUPPORT="$built/obj/tests/plain/main.o $built/obj/tests/support/everything.o
    $built/obj/tests/support/methods.o $built/obj/tests/client/response_test.o"
export SUPPORT
# shellcheck disable=SC2086
$MAKE -s BUILD="$folder" MODE=debug CPPFLAGS='-Itests/plain -D_GLIBCXX_ASSERTIONS' \
    CXXFLAGS='-O0 -g0 -w' $SUPPORT $objects "$built/libcallbox.a" || exit

linker=
for name in gold lld mold; do
    command -v "ld.$name" > /dev/null && linker=-fuse-ld=$name
done
COMPILE="$CXX -std=c++20 -pthread -w -Iinclude -Isrc -Itests -Itests/plain -D_GLIBCXX_ASSERTIONS"
LINK="$CXX -pthread $linker"
export COMPILE LINK

# The time-out of the tests is five times their duration without mutations.
SECONDS_MAX=10
for layer in http json rpc; do
    # shellcheck disable=SC2086
    $LINK -o "$folder/all-$layer" $SUPPORT "$built/obj/tests/$layer"/*_test.o \
        "$built/libcallbox.a" || exit
    begin=$(date +%s)
    "$folder/all-$layer" > "$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
    took=$((($(date +%s) - begin + 1) * 5))
    [ "$took" -gt "$SECONDS_MAX" ] && SECONDS_MAX=$took
done
export SECONDS_MAX

worker=1
while [ "$worker" -le "$JOBS" ]; do
    awk -v worker="$worker" -v jobs="$JOBS" 'NR % jobs + 1 == worker' "$folder/list" \
        > "$folder/list.$worker"
    tests/mutate/worker.sh "$folder" "$worker" &
    worker=$((worker + 1))
done
wait
cat "$folder"/verdicts.* > "$folder/verdicts"
exec awk -F '\t' -v caught_min=$caught_min -f tests/mutate/report.awk \
    tests/mutate/equivalent.txt "$folder/all" "$folder/verdicts"
