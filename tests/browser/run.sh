#!/bin/sh
# run.sh FOLDER INTO: tests the explorer of FOLDER's library in Chromium, with the methods of
# server.cpp and of the inventory, and the page of the ticker. npm's packages and the screenshots go
# into the folder INTO.
set -u
folder=$1
out=$2
log=$out/server.log
here=$(cd "$(dirname "$0")" && pwd) || exit 1
root=$here/../..
: "${COMPILE:=c++ -std=c++20 -pthread -I$root/include}"
: "${CHROMIUM:=/usr/bin/chromium}"
export CHROMIUM
url=
# shellcheck disable=SC1091
. "$here/../clients/server.sh"

CALLBOX_OPENRPC=$(cd "$folder" && pwd)/callbox-openrpc
export CALLBOX_OPENRPC
is_all_here check-browser node npm timeout python3 mypy "$CHROMIUM" || exit
"$here/../clients/modules.sh" "$here" "$out" && cp "$here/snippets.py" "$out" || exit
# shellcheck disable=SC2086
$COMPILE -I"$root/tests" -o "$out/server" "$here/server.cpp" \
    "$folder/libcallbox-openrpc.a" "$folder/libcallbox.a" || exit
# shellcheck disable=SC2086
$COMPILE -O0 -I"$root/tools/examples/inventory" -o "$out/inventory" \
    "$root/tools/examples/inventory/main.cpp" "$root/tools/examples/inventory/store.cpp" \
    "$folder/libcallbox.a" || exit
# shellcheck disable=SC2086
$COMPILE -O0 -o "$out/ticker" "$root/tools/examples/ticker/main.cpp" "$folder/libcallbox.a" || exit
start "$out/server" --no-websocket || {
    echo "check-browser: the server is not ready: $(cat "$log")" >&2
    exit 1
}
rm -f "$out"/*.png
(cd "$out" && timeout -k 5 2400 node browser.mjs "$url" ./server ./inventory)
status=$?
page=$(realpath "$root/tools/examples/ticker/page/index.html")
(cd "$out" && timeout -k 5 300 node ticker.mjs "$url" ./ticker "$page") || status=1
stop || { echo "check-browser: the server exited with $?"; status=1; }
exit $status
