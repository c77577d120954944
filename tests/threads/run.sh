#!/bin/sh
# run.sh FOLDER: runs several workers under load, over TCP and a unix socket, with SIGTERM under
# load, several servers in one process, publishers with subscribers, and calls that other threads
# answer later (ROUNDS=500 of each kind). FOLDER/libcallbox.a is
# built with ThreadSanitizer, as COMPILE builds the programs: any report fails, and so does a lost
# answer. (Tests with Criterion do not start with ThreadSanitizer, these programs do.)
set -u
folder=$1
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
seconds=${SECONDS_EACH:-4}
: "${COMPILE:=c++ -std=c++20 -pthread -fsanitize=thread -I$root/include -I$root/src}"

# shellcheck disable=SC2086
$COMPILE -I"$root/tests" -o "$folder/server" "$root/tests/threads/server.cpp" \
    "$folder/libcallbox.a" || exit
# shellcheck disable=SC2086
$COMPILE -I"$root/tests" -o "$folder/drive" "$root/tests/threads/drive.cpp" \
    "$root/tests/support/load.cpp" "$root/tests/support/program.cpp" "$folder/libcallbox.a" || exit
# shellcheck disable=SC2086
for name in embedded events later; do
    $COMPILE -I"$root/tests" -o "$folder/$name" "$root/tests/threads/$name.cpp" \
        "$folder/libcallbox.a" || exit
done

rm -f "$folder"/race.*
export TEST_PROGRAM="$folder/server"
export TSAN_OPTIONS="${TSAN_OPTIONS-}:log_path=$folder/race:halt_on_error=0:exitcode=66"
status=0
for address in 127.0.0.1:0 "unix:$folder/socket"; do
    timeout -k 5 60 "$folder/drive" "$address" "$seconds" --workers 4 --websocket \
        --enable-web-browsable-api --blocking-threads 4 --blocking-queue-max 64 || status=1
done
timeout -k 5 60 "$folder/embedded" "$seconds" 2> "$folder/embedded.log" ||
    { tail -n 20 "$folder/embedded.log"; status=1; }
timeout -k 5 90 "$folder/events" "$seconds" "$folder/events.socket" || status=1
timeout -k 5 600 "$folder/later" "${ROUNDS:-500}" "$folder/later.socket" || status=1
if cat "$folder"/race.* 2> /dev/null; then
    echo 'check-threads: ThreadSanitizer reported the above'
    status=1
fi
exit $status
