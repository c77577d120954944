#!/bin/sh
# run.sh FOLDER EXAMPLE LIBRARY: tests the release program EXAMPLE in its sandbox, and a server
# whose methods try denied operations, linked with LIBRARY and the flags LINK. Skipped if the kernel
# lacks a part of the sandbox.
set -u
folder=$1 example=$2 library=$3
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
# shellcheck disable=SC1091
. "$root/tools/skipped.sh"
: "${COMPILE:=c++ -std=c++20 -pthread -O2 -I$root/include -I$root/src}"

mkdir -p "$folder" && chmod 755 "$folder" && folder=$(cd "$folder" && pwd) || exit
# shellcheck disable=SC2086
$COMPILE -o "$folder/server" "$root/tests/sandbox/server.cpp" "$library" $LINK || exit
# shellcheck disable=SC2086
$COMPILE -I"$root/tests" -o "$folder/drive" "$root/tests/sandbox/drive.cpp" \
    "$root/tests/support/load.cpp" "$root/tests/support/program.cpp" "$library" || exit

status=0
files=$(mktemp -d) && chmod 755 "$files" || exit
trap 'rm -rf "$files"' EXIT
# Standard error is closed.
"$example" serve --sandbox --listen "unix:$files/s" 2>&- &
server=$!
tries=0
until [ -S "$files/s" ] || [ $tries = 100 ]; do sleep 0.05; tries=$((tries + 1)); done
if ! kill -0 $server 2> /dev/null; then
    skipped check-sandbox "$(timeout 5 "$example" serve --sandbox --listen 127.0.0.1:0 2>&1)"
    exit
fi
[ "$("$example" call "unix:$files/s:/api" math.add 2 3)" = 5 ] || status=1
kill $server && wait $server || status=1
[ $status = 0 ] || echo 'check-sandbox: with standard error closed it does not serve'

timeout -k 5 120 "$folder/drive" "$example" "$folder/server" "$files" || status=1
[ "$(id -u)" = 0 ] || skipped check-sandbox 'no root: --user' || status=1
exit $status
