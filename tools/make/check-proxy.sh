#!/bin/sh
## Test rolling restarts behind HAProxy and nginx: haproxy, nginx, wrk, openssl, curl
set -eu
missing=
for tool in haproxy nginx wrk openssl curl; do
    command -v $tool > /dev/null || missing="$missing $tool"
done
if [ -n "$missing" ]; then
    echo "check-proxy: missing:$missing; apt-get install haproxy nginx-light wrk openssl curl"
    exit 1
fi
mkdir -p "$2"
: "${COMPILE:=c++ -std=c++20 -pthread -O2 -Iinclude -Isrc}"
$COMPILE -Itests -o "$2/websockets" tests/proxy/websockets.cpp tests/support/program.cpp \
    "$1/libcallbox.a"
exec timeout -k 5 120 tests/proxy/run.sh "$2" "$(realpath "$1")/callbox" \
    "$(realpath "$2")/websockets"
