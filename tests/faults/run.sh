#!/bin/sh
# run.sh FOLDER INTO: builds the programs of tests/faults with FOLDER/libcallbox.a, which was built
# with sanitizers, and runs the tests KINDS: calls, wire, memory, commands, threads. COMPILE
# compiles like the library.
set -u
folder=$1
out=$2
kinds=${KINDS:-calls memory wire commands}
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
calls='socket bind listen setsockopt getsockopt getsockname stat fstatat unlinkat flock
    epoll_create1 epoll_wait epoll_ctl accept4 shutdown eventfd getrlimit setrlimit write read recv
    send close pthread_create realloc malloc'

mkdir -p "$out" && out=$(cd "$out" && pwd) && folder=$(cd "$folder" && pwd) || exit
cd "$root" || exit
compile="$COMPILE -Itests -Wno-conversion"
wrapped="-Wl$(printf ',--wrap=%s' $calls)"
rm -f "$out"/*.o
# shellcheck disable=SC2086
printf '%s\n' tests/faults/*.cpp tests/support/transcript.cpp tests/support/play.cpp \
    tests/support/program.cpp tests/support/script.cpp src/app/main.cpp \
    tools/openrpc/program/main.cpp |
    xargs -P2 -I{} sh -c '
        name=$(echo "$2" | tr / _)
        [ "$2" != tools/openrpc/program/main.cpp ] || set -- "$1" "$2" -Dmain=openrpc_main
        $0 $3 -c -o "$1/${name%.cpp}.o" "$2"' "$compile" "$out" {} || exit
# Clients must not fail: conversations is linked without --wrap.
# shellcheck disable=SC2086
{
    of() { for name in "$@"; do echo "$out/$name.o"; done; }
    $compile "$wrapped" -o "$out/faults" $(of tests_faults_main tests_faults_wrapped \
        tests_support_program tests_support_transcript) "$folder/libcallbox.a" &&
    $compile "$wrapped" -o "$out/callbox" $(of src_app_main tests_faults_wrapped \
        tests_faults_one_byte) "$folder/libcallbox.a" &&
    $compile "$wrapped" -o "$out/commands" $(of tests_faults_commands tests_faults_wrapped \
        tests_support_program tools_openrpc_program_main) \
        "$folder/libcallbox-openrpc.a" "$folder/libcallbox.a" &&
    $compile -o "$out/conversations" $(of tests_faults_conversations tests_support_transcript \
        tests_support_play tests_support_program tests_support_script) "$folder/libcallbox.a"
} || exit

run() {
    case $1 in
    wire) TEST_PROGRAM="$out/callbox" timeout -k 5 600 "$out/conversations" ;;
    commands) TEST_PROGRAM="$out/callbox" timeout -k 5 900 "$out/commands" "$out" ;;
    threads) timeout -k 5 900 "$out/faults" threads calls memory ;;
    *) timeout -k 5 900 "$out/faults" "$1" ;;
    esac || { echo "faults: $1: failed, or not done in time: $?"; return 1; }
}
# With the usual quarantine of 256 MB each fork() and each search for leaks takes ten times as long.
export ASAN_OPTIONS="${ASAN_OPTIONS-}:quarantine_size_mb=8"

# The first kind takes as long as all others together.
status=0
first=${kinds%% *}
run "$first" &
trap 'kill "$!"; exit 1' INT TERM
for kind in ${kinds#"$first"}; do run "$kind" || status=1; done
wait $! || status=1
exit $status
