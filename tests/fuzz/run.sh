#!/bin/sh
# run.sh FOLDER INTO: builds each target, or those named in TARGETS, with clang's libFuzzer,
# AddressSanitizer and UndefinedBehaviorSanitizer, and runs it for SECONDS_EACH seconds (20).
# Programs, interesting inputs and findings are kept in INTO; FOLDER is not used. Fails on a
# finding, and if a target made too few runs.
set -u
out=$2
seconds=${SECONDS_EACH:-20}
all='json number chunked http answer shapes heads connection websocket events mcp clients'
targets=${TARGETS:-$all}
clang=${CLANG:-clang++}
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
sanitize='-fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all'
# The least executions per second on any machine; fewer mean that a target does not work. An
# execution of clients writes six files.
runs_min() { [ "$1" = clients ] && echo 10 || echo 100; }

main() {
    mkdir -p "$out" && out=$(cd "$out" && pwd) && cd "$root" || return
    can_fuzz || return
    echo "fuzz: building in $out"
    build && two_at_a_time run
}

# two_at_a_time FUNCTION: calls it for each target.
# shellcheck disable=SC2086
two_at_a_time() {
    function=$1
    set -- $targets
    while [ $# -gt 1 ]; do
        $function "$1" &
        $function "$2"
        status=$?
        wait $! && [ $status = 0 ] || return
        shift 2
    done
    [ $# = 0 ] || $function "$1"
}

can_fuzz() {
    echo 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }' |
        "$clang" -x c++ -fsanitize=fuzzer,address - -o "$out/empty" 2> "$out/empty.log" &&
        return
    echo "fuzz: $clang has no libFuzzer; .ci/run shows how to install it (libclang-rt-dev)" >&2
    return 1
}

# The maximum length of inputs, large enough for the limits in the targets.
bytes_of() {
    case $1 in
    number | chunked | http | shapes) echo 400 ;;
    events) echo 200 ;;
    json) echo 1000 ;;
    clients) echo 4000 ;;
    *) echo 2000 ;;
    esac
}

# Only the libraries and the targets with their models are instrumented for coverage, not the code
# that plays conversations.
# shellcheck disable=SC2086
build() {
    ${MAKE:-make} -s MODE=sanitized CXX="$clang" BUILD="$out" CXXFLAGS= \
        sanitize="-fsanitize=fuzzer-no-link $sanitize" "$out/sanitized/libcallbox.a" \
        "$out/sanitized/libcallbox-openrpc.a" || return
    compile="$clang -std=c++20 -pthread -g1 -O1 -Wall -Wextra -Wpedantic -Wshadow -Wconversion
        -Werror -fno-omit-frame-pointer $sanitize -Iinclude -Isrc -Itools/openrpc -Itests"
    $compile -c -o "$out/transcript.o" tests/support/transcript.cpp || return
    $compile -o "$out/wire_seeds" tests/fuzz/wire_seeds.cpp tests/support/script.cpp || return
    two_at_a_time build_target || return
    rm -rf "$out/seeds" && "$out/wire_seeds" "$out/seeds" &&
        TEST_WIRE=tests/fuzz/seeds/connection "$out/wire_seeds" "$out/seeds"
}

# shellcheck disable=SC2086
build_target() {
    $compile -fsanitize=fuzzer -o "$out/$1" "tests/fuzz/$1.cpp" "$out/transcript.o" \
        "$out/sanitized/libcallbox-openrpc.a" "$out/sanitized/libcallbox.a"
}

run() {
    program=$out/$1
    log=$out/$1.log
    seeds=$out/seeds/$1
    if [ "$1" != connection ] && [ -d "tests/fuzz/seeds/$1" ]; then
        mkdir -p "$seeds" && cp tests/fuzz/seeds/"$1"/* "$seeds" || return
    fi
    mkdir -p "$out/corpus/$1" "$out/findings" || return
    dict=tests/fuzz/$1.dict
    [ "$1" != heads ] || dict=tests/fuzz/connection.dict
    [ -f "$dict" ] || dict=tests/fuzz/answer.dict
    "$program" -max_total_time="$seconds" -max_len="$(bytes_of "$1")" -dict="$dict" -entropic=0 \
        -timeout=10 -rss_limit_mb=2000 -print_final_stats=1 \
        -artifact_prefix="$out/findings/$1-" "$out/corpus/$1" "$seeds" > "$log" 2>&1
    status=$?
    runs=$(awk '/^stat::number_of_executed_units/ { print $2 }' "$log")
    if [ $status = 72 ]; then # libFuzzer's exit status for interruptions
        echo "fuzz: $1: interrupted"
        return 1
    elif [ $status != 0 ]; then
        found=$(sed -n 's/.*Test unit written to //p' "$log")
        sed -n '/does not hold\|ERROR:\|runtime error:\|Assertion/,$p' "$log" |
            cut -c 1-200 | head -n 20
        echo "fuzz: $1: FOUND ${found:-what $log says}"
        echo "  again:   $program $found"
        echo "  smaller: $program -minimize_crash=1 -max_total_time=60" \
            "-exact_artifact_path=$out/findings/$1 $found"
        return 1
    fi
    echo "fuzz: $1: ${runs:-0} inputs in $seconds s, nothing found"
    [ "${runs:-0}" -ge $(($(runs_min "$1") * seconds)) ] && return
    echo "fuzz: $1: too few runs to be meaningful; see $log"
    return 1
}

main
