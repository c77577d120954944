#!/bin/sh
## Test rolling restarts behind HAProxy and nginx: haproxy, nginx, wrk, openssl, curl
missing=
for tool in haproxy nginx wrk openssl curl; do
    command -v $tool > /dev/null || missing="$missing $tool"
done
if [ -n "$missing" ]; then
    echo "check-proxy: missing:$missing; apt-get install haproxy nginx-light wrk openssl curl"
    exit 1
fi
exec timeout -k 5 90 tests/proxy/run.sh "$2" "$(realpath "$1")/callbox"
