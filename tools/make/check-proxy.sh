#!/bin/sh
## Test rolling restarts behind HAProxy and nginx: haproxy, nginx, wrk, openssl, curl
set -eu
missing=
for tool in haproxy nginx wrk openssl curl; do
    command -v $tool > /dev/null || missing="$missing $tool"
done
for name in python3 /usr/bin/python3; do  # Debian's Python need not be first in PATH
    $name -c 'import websockets' 2> /dev/null && python=$name && break
done
[ -n "${python-}" ] || missing="$missing python3-websockets"
if [ -n "$missing" ]; then
    echo "check-proxy: missing:$missing; apt-get install haproxy nginx-light wrk openssl curl" \
        python3-websockets
    exit 1
fi
mkdir -p "$2"
: "${COMPILE:=c++ -std=c++20 -pthread -O2 -Iinclude -Isrc}"
$COMPILE -o "$2/server" tests/proxy/server.cpp "$1/libcallbox.a"
$COMPILE -Itests -o "$2/websockets" tests/proxy/websockets.cpp tests/support/program.cpp \
    "$1/libcallbox.a"
exec timeout -k 5 180 tests/proxy/run.sh "$2" "$(realpath "$2")/server" \
    "$(realpath "$2")/websockets" "$python"
