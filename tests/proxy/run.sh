#!/bin/bash
# run.sh FOLDER PROGRAM: two instances of PROGRAM behind HAProxy, then behind nginx, configured by
# tools/deploy, with our own certificate. Each instance is restarted in turn under constant load, on
# persistent and on new connections. No request may fail.
set -u
folder=$1 program=$2
root=$(cd "$(dirname "$0")/../.." && pwd) || exit
mkdir -p "$folder" && folder=$(cd "$folder" && pwd) && cd "$folder" || exit
chmod 755 "$folder"
status=0 front='' pids=()

fail() { echo "check-proxy: $*"; status=1; }
end() {
    local each
    for each in $front "${pids[@]}"; do kill -INT "$each"; kill -INT "$each"; done 2> /dev/null
    wait
}
trap end EXIT

free_ports() {
    # From a range below the ephemeral ports.
    local port found=0
    for ((port = 20000 + RANDOM % 8000; found < 3; ++port)); do
        if ! (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then
            echo $port
            found=$((found + 1))
        fi
    done
}
mapfile -t ports < <(free_ports)

start() {  # INSTANCE
    "$program" serve --listen "127.0.0.1:${ports[$1]}" --drain-delay-ms "$drain" \
        2>> "$folder/said.$1" &
    pids[$1]=$!
    local tries=0
    until "$program" probe "http://127.0.0.1:${ports[$1]}/readyz" 2> /dev/null; do
        tries=$((tries + 1))
        if [ $tries = 100 ]; then fail "instance $1 does not start"; exit 1; fi
        sleep 0.05
    done
}
restart() {
    kill "${pids[$1]}"
    wait "${pids[$1]}" || fail "instance $1 ended with $?"
    start "$1"
}

configure() {  # FILE: copies it with our folder and ports
    sed -e "s|/etc/callbox/|$folder/|; s|0\.0\.0\.0:443|127.0.0.1:${ports[2]}|" \
        -e "s|127.0.0.1:8081|127.0.0.1:${ports[0]}|; s|127.0.0.1:8082|127.0.0.1:${ports[1]}|" \
        "$root/tools/deploy/$1" > "$folder/$1"
}
load() {  # SECONDS CONNECTIONS NAME
    timeout -k 5 $(($1 + 20)) wrk -t1 -c"$2" -d"$1s" --timeout 5s -s "$root/tests/proxy/call.lua" \
        "https://127.0.0.1:${ports[2]}" > "$folder/load.$3" 2>&1 &
    loads+=($!)
}
judge() {  # PROXY NAME
    local answered=0 wrong=1 more
    read -r _ answered wrong more < <(grep '^summary ' "$folder/load.$2") ||
        fail "$1: $(cat "$folder/load.$2")"
    [ "${answered:-0}" -gt 500 ] || fail "$1, $2: only ${answered:-0} requests"
    [ "$wrong $more" = '0 0 0 0 0' ] ||
        fail "$1, $2: of $answered requests wrong, connect, read, write, timeout: $wrong $more"
    grep '^check-proxy' "$folder/load.$2" && status=1
    calls=$((calls + ${answered:-0}))
}

# under PROXY DRAIN SECONDS: load for that time, during which each instance is restarted.
under() {
    local proxy=$1 seconds=$3 tries=0
    drain=$2 loads=() calls=0
    rm -f "$folder"/said.*
    start 0
    start 1
    case $proxy in
    haproxy)
        configure haproxy.cfg
        haproxy -db -f "$folder/haproxy.cfg" > "$folder/$proxy.log" 2>&1 &
        ;;
    nginx)
        configure nginx.conf
        nginx -p "$folder" -c "$folder/nginx.conf" -e "$folder/$proxy.log" \
            -g "daemon off; pid $folder/nginx.pid;" > "$folder/$proxy.said" 2>&1 &
        ;;
    esac
    front=$!
    until curl -skf "https://127.0.0.1:${ports[2]}/readyz" -o /dev/null; do
        tries=$((tries + 1))
        if [ $tries = 100 ]; then fail "$proxy: $(cat "$folder/$proxy.log")"; exit 1; fi
        sleep 0.1
    done
    sleep 1
    local begin=$SECONDS
    load "$seconds" 16 kept
    CLOSE=1 load "$seconds" 2 fresh
    sleep 1
    restart 0
    sleep 1.5
    restart 1
    [ $((SECONDS - begin)) -lt "$seconds" ] || fail "$proxy: the restarts took longer than the load"
    wait "${loads[@]}"
    judge "$proxy" kept
    judge "$proxy" fresh
    kill $front && wait $front
    front=''
    for each in 0 1; do
        kill -INT "${pids[$each]}"
        kill -INT "${pids[$each]}"
        wait "${pids[$each]}"
        grep -v -e 'ready: ' -e 'sandbox: ' -e 'draining: connections: ' \
            -e 'connections cut off: 0$' "$folder/said.$each" &&
            fail "$proxy: instance $each logged the above"
    done
    [ $status = 0 ] && echo "check-proxy: $proxy: $calls calls, two restarts, none failed"
}

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
    -keyout key.pem -out crt.pem 2> openssl.log || { cat openssl.log; exit 1; }
cat crt.pem key.pem > tls.pem
under haproxy 2s 16
under nginx 5s 24
exit $status
