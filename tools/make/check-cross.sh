#!/bin/bash
## Test a cross build, TARGET=aarch64-linux-gnu: its cross compiler, qemu-user
# Builds without warnings, and runs the tests of the parsers, of JSON-RPC and of conversations over
# real sockets, with a replacement for Criterion. qemu-user lacks the sandbox.
set -u
target=${TARGET:-aarch64-linux-gnu}
processor=${target%%-*}
case $processor in arm*) qemu=qemu-arm ;; *) qemu=qemu-$processor ;; esac
for tool in "$target-g++" "$qemu"; do
    command -v "$tool" > /dev/null ||
        { echo "check-cross: $tool is missing: apt-get install g++-$target qemu-user"; exit 1; }
done
mkdir -p "$2" && folder=$(cd "$2" && pwd) || exit
build=$(dirname "$1")/$target
built=$build/release
${MAKE:-make} -s CROSS="$target" BUILD="$build" CXXFLAGS="-Werror ${CXXFLAGS-}" || exit

status=0
fail() { echo "check-cross: $*"; status=1; }
printf '#!/bin/sh\nexec %s %s "$@"\n' "$qemu" "$PWD/$built/callbox" > "$folder/callbox"
chmod +x "$folder/callbox"

# The program, called by the native one.
rm -f "$folder/s"
: > "$folder/said"
timeout 60 "$folder/callbox" serve --listen "unix:$folder/s" --workers 2 2> "$folder/said" &
server=$!
tries=0
until grep -q ready "$folder/said" || [ $tries = 100 ]; do sleep 0.1; tries=$((tries + 1)); done
"$1/callbox" probe "unix:$folder/s:/readyz" || fail "not ready: $(cat "$folder/said")"
[ "$("$1/callbox" call "unix:$folder/s:/api" math.add 2 -3)" = -1 ] || fail 'a call'
cmp <("$1/callbox" openrpc) <("$folder/callbox" openrpc) || fail 'the documents differ'
kill $server && wait $server || fail "the server exited with $?"

# Excludes tests that need more of Criterion or native processes.
mapfile -t files < <(grep -LE \
    'criterion/(new|redirect)|"(server|program)/|cr_redirect|fork\(|allocations' \
    tests/{base,json,observe,rpc,openrpc,tools/openrpc/*,http,websocket,site,mcp}/*_test.cpp \
    tests/client/{response,url}_test.cpp tests/app/wire_*test.cpp)
compile="$target-g++ -std=c++20 -pthread -O0 -Wno-psabi -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64\
    -Iinclude -Isrc -Itools/openrpc -Itests/cross -Itests"
mkdir -p "$folder/obj"
mapfile -t support < <(grep -LE '__sanitizer|RTLD_NEXT' tests/support/*.cpp)
printf '%s\n' "${files[@]}" "${support[@]}" tests/cross/main.cpp |
    xargs -P "$(nproc)" -I{} sh -c 'object=$2/obj/$(echo "$1" | tr / _).o
        [ "$object" -nt "$1" ] && [ "$object" -nt "$3" ] || exec $0 -c -o "$object" "$1"' \
        "$compile" {} "$folder" "$built/libcallbox.a" || exit
$compile -static -o "$folder/tests" "$folder"/obj/*.o \
    "$built/libcallbox-openrpc.a" "$built/libcallbox.a" || exit
export TEST_WIRE=tests/wire TEST_PROGRAM=$folder/callbox
# Without the sandbox, whose missing parts each program would report. One kind of cut only: all
# would take minutes.
export CALLBOX_SANDBOX=off
timeout -k 5 300 "$qemu" "$folder/tests" 400 conversations_hold_cut_in_two_anywhere ||
    fail "tests failed or timed out: $?"
exit $status
