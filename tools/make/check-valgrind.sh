#!/bin/sh
## Test the parsers and the program under valgrind
# The program runs tests/wire over real sockets. The output of valgrind is in FOLDER/*.log.
set -u
folder=$2
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
: "${MAKE:=make}"
if ! command -v valgrind > /dev/null; then
    echo 'check-valgrind: missing: valgrind' >&2
    exit 1
fi
mkdir -p "$folder" && folder=$(cd "$folder" && pwd) && cd "$root" || exit
release=$(cd "$1" && pwd)
options='-q --leak-check=full --error-exitcode=9'
status=0

# The tests run in one process (tests/plain): with Criterion valgrind would start for each test.
tests=$({
    find tests/http tests/websocket tests/rpc tests/openrpc tests/tools tests/json \
        tests/client/response_test.cpp \
        -name '*_test.cpp' ! -name '*_double_test.cpp' ! -name 'corpus_test.cpp' \
        ! -name 'call_log_test.cpp'
    printf '%s\n' tests/support/everything.cpp tests/support/methods.cpp tests/support/program.cpp
} |
    sed "s|.*|$folder/debug/obj/&|; s/cpp$/o/")
# shellcheck disable=SC2086
$MAKE -s BUILD="$folder" MODE=debug CPPFLAGS=-Itests/plain CXXFLAGS='-O1 -w' \
    "$folder/debug/obj/tests/plain/main.o" $tests "$folder/debug/callbox" \
    "$folder/debug/libcallbox-openrpc.a" || exit
# shellcheck disable=SC2086
${CXX:-c++} -pthread -o "$folder/tests" "$folder/debug/obj/tests/plain/main.o" $tests \
    "$folder/debug/libcallbox-openrpc.a" "$folder/debug/libcallbox.a" || exit
# shellcheck disable=SC2086
TEST_PROGRAM="$release/callbox" timeout -k 5 900 \
    valgrind $options --log-file="$folder/tests.log" "$folder/tests" \
    > "$folder/tests.out" 2>&1 || status=1
[ "$status" = 0 ] || tail -n 5 "$folder/tests.out"

$MAKE -s BUILD="$(dirname "$release")" "$release/tests" || exit
rm -f "$folder"/program.*.log
printf '#!/bin/sh\nexec valgrind %s --log-file="%s/program.%%p.log" "%s" "$@"\n' \
    "$options" "$folder" "$folder/debug/callbox" > "$folder/program" && chmod +x "$folder/program"
CALLBOX_SANDBOX=off TEST_PROGRAM="$folder/program" TEST_WIRE=tests/wire timeout -k 5 900 \
    "$release/tests" --filter='wire_socket/conversations_hold*' > "$folder/program.out" 2>&1 || {
    tail -n 20 "$folder/program.out"
    status=1
}
started=$(find "$folder" -name 'program.*.log' | wc -l)
[ "$started" -gt 0 ] || { echo 'check-valgrind: no program was started' >&2; status=1; }
cat "$folder"/tests.log "$folder"/program.*.log | head -n 60
[ -s "$folder/tests.log" ] && status=1
find "$folder" -name 'program.*.log' -size +0 | grep -q . && status=1
[ "$status" = 0 ] && echo "check-valgrind: no errors in the tests and $started program runs"
exit "$status"
