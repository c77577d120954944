#!/bin/bash
# run.sh FOLDER PROGRAM WEBSOCKETS PYTHON: two instances of PROGRAM behind HAProxy, then behind
# nginx, configured by tools/deploy, with our own certificate. Each instance is restarted in turn
# under constant load, on persistent and on new connections, and over WebSockets, with subscribers
# of events. No request may fail, and subscribers must come back. Meanwhile an idle WebSocket and
# silent subscribers through other proxies must outlast their time-outs.
set -u
folder=$1 program=$2 websockets=$3 python=$4
root=$(cd "$(dirname "$0")/../.." && pwd) || exit
mkdir -p "$folder" && folder=$(cd "$folder" && pwd) && cd "$folder" || exit
chmod 755 "$folder"
status=0 front='' pids=()

fail() { echo "check-proxy: $*"; status=1; }
end() {
    local each
    [ -z "$front" ] || kill "$front"
    for each in "${pids[@]}"; do kill -INT "$each"; kill -INT "$each"; done 2> /dev/null
    wait
}
trap end EXIT

free_ports() {
    # From a range below the ephemeral ports: for each proxy two instances, TLS, WebSockets.
    local port found=0
    for ((port = 20000 + RANDOM % 8000; found < 20; ++port)); do
        if ! (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then
            echo $port
            found=$((found + 1))
        fi
    done
}
mapfile -t ports < <(free_ports)

start() {  # INSTANCE
    "$program" serve --listen "127.0.0.1:${ports[$1]}" --websocket --log-level info \
        "${options[@]}" 2>> "$folder/said.$1" 9>&- &
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

configure() {  # EDIT FILE: copies it with our folder and ports, one more of them without TLS
    local plain=127.0.0.1:${ports[3]}
    sed -e "s|^ *bind 0|    bind $plain\n&|; s|^ *listen 0|        listen $plain;\n&|" \
        -e "s|/etc/callbox/|$folder/|; s|0\.0\.0\.0:443|127.0.0.1:${ports[2]}|" \
        -e "s|127.0.0.1:8081|127.0.0.1:${ports[0]}|; s|127.0.0.1:8082|127.0.0.1:${ports[1]}|" \
        -e "$1" "$root/tools/deploy/$2" > "$folder/$2"
}
# front PROXY EDIT: starts two instances and the proxy, whose configuration is edited by sed.
front() {
    local tries=0
    rm -f "$folder"/said.*
    start 0
    start 1
    case $1 in
    haproxy)
        configure "$2" haproxy.cfg
        haproxy -db -f "$folder/haproxy.cfg" > "$folder/$1.log" 2>&1 &
        ;;
    nginx)
        configure "$2" nginx.conf
        nginx -p "$folder" -c "$folder/nginx.conf" -e "$folder/$1.log" \
            -g "daemon off; pid $folder/nginx.pid;" > "$folder/$1.said" 2>&1 &
        ;;
    esac
    front=$!
    until curl -skf "https://127.0.0.1:${ports[2]}/readyz" -o /dev/null; do
        tries=$((tries + 1))
        if [ $tries = 100 ]; then fail "$1: $(cat "$folder/$1.log")"; exit 1; fi
        sleep 0.1
    done
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

# The log has a line for each call: the executed calls must be the answered ones, once each. The
# second restart at least closes the WebSockets of all four clients.
judge_websockets() {  # PROXY
    local executed="$folder/executed"
    sed -n 's/.* method=math.add id=\([0-9]*\) .* via=websocket.*/\1/p' "$folder"/said.? |
        sort > "$executed"
    sort "$folder/answered" | diff - "$executed" > "$folder/differ" ||
        fail "$1: calls only answered (<) or only executed (>): $(head -n 5 "$folder/differ")"
    over_websockets=$(wc -l < "$executed")
    closes=$(cat "$folder"/said.? | grep -c 'websocket_close .*code=1001 ')
    [ "$over_websockets" -gt 500 ] || fail "$1: only $over_websockets calls over WebSockets"
    [ "$closes" -ge 4 ] || fail "$1: only $closes WebSockets were closed with 1001"
}

# under PROXY DRAIN SECONDS: load for that time, during which each instance is restarted.
under() {
    local proxy=$1 seconds=$3
    options=(--drain-delay-ms "$2") loads=() calls=0
    front "$proxy" ''
    # They check that they have come back at the end of their input, which no instance may hold.
    rm -f go streams
    mkfifo go
    streams restart < go > "$folder/streams" 2>&1 &
    local subscribers=$!
    exec 9> go
    rm go
    until grep -q . streams; do sleep 0.1; done
    local begin=$SECONDS
    load "$seconds" 16 kept
    CLOSE=1 load "$seconds" 2 fresh
    timeout -k 5 $((seconds + 40)) "$websockets" load "${ports[3]}" "$seconds" \
        > "$folder/answered" 2> "$folder/load.websockets" &
    local last=$! over_websockets closes
    sleep 1
    restart 0
    sleep 1.5
    restart 1
    [ $((SECONDS - begin)) -lt "$seconds" ] || fail "$proxy: the restarts took longer than the load"
    wait "${loads[@]}"
    wait "$last" || fail "$proxy: $? $(cat "$folder/load.websockets")"
    exec 9>&-
    wait "$subscribers" || fail "$proxy: $(cat "$folder/streams")"
    judge "$proxy" kept
    judge "$proxy" fresh
    kill $front && wait $front
    front=''
    for each in 0 1; do
        kill -INT "${pids[$each]}"
        kill -INT "${pids[$each]}"
        wait "${pids[$each]}"
        grep -v -e 'ready: ' -e 'sandbox: ' -e 'draining: connections: ' \
            -e 'connections cut off: 0$' -e ' call method=\(math.add\|note.send\) .* code=0 ' \
            -e ' call method=note.sent .* code=\(0\|-32007\) ' \
            -e websocket_open -e 'websocket_close .*code=\(1000$\|1001 \)' "$folder/said.$each" &&
            fail "$proxy: instance $each logged the above"
    done
    judge_websockets "$proxy"
    [ $status = 0 ] || return
    rm -f "$folder"/said.? answered executed  # 80 MB
    echo "check-proxy: $proxy: $calls calls and $over_websockets over WebSockets, of which two" \
        "restarts closed $closes, none failed, $(cat load.websockets) repeated after 1001;" \
        "$(tail -n 1 streams)"
}

# idle PROXY PORT: a WebSocket without calls through a proxy with the ports from the PORTth on. The
# time-out of the proxy and --ping-interval-ms are a fifth of tools/deploy and of the default.
idle() (
    front='' pids=() ports=("${ports[@]:$2:4}") options=(--ping-interval-ms 6s)
    trap end EXIT
    entry='\(proxy_read_timeout\|timeout tunnel\) *'
    ms=$(sed -n "s/^ *$entry\([0-9]*\)s.*/\2/p" "$root/tools/deploy/$1".c*)
    ms=$((ms * 1000 / 5))
    mkdir -p "idle.$1" && cp tls.pem "idle.$1" && folder=$folder/idle.$1 || exit
    front "$1" "s/${entry}[0-9]*s/\1 ${ms}ms/"
    pings=$(timeout -k 5 40 "$websockets" idle "${ports[3]}" $((ms * 6 / 5)) 2>&1) ||
        fail "$1, time-out $ms ms: $pings"
    [ $status = 0 ] && echo "check-proxy: $1: time-out $ms ms, an idle WebSocket got $pings"
    exit $status
)

streams() {  # MODE
    timeout -k 5 110 "$python" -B "$root/tests/proxy/streams.py" "$1" "${ports[2]}" "${ports[3]}" \
        "${ports[0]}" "${ports[1]}"
}
# silent PROXY PORT EDIT: subscribers without events through a proxy with the ports from the PORTth
# on, whose time-outs are 17 s: one comment of an event stream is sent within that.
silent() (
    front='' pids=() ports=("${ports[@]:$2:4}") options=(--ping-interval-ms 7s)
    trap end EXIT
    mkdir -p "silent.$1" && cp tls.pem "silent.$1" && folder=$folder/silent.$1 || exit
    front "$1" "s/\(proxy_read_timeout\|timeout \(tunnel\|server\|client\)\) *[0-9]*s/\1 17s/"
    said=$(streams silence 2>&1) || fail "$1, time-outs 17 s: $said"
    [ $status = 0 ] && echo "check-proxy: $1: time-outs 17 s, 40 s without events: $said"
    exit $status
)

openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost \
    -keyout key.pem -out crt.pem 2> openssl.log || { cat openssl.log; exit 1; }
cat crt.pem key.pem > tls.pem
idle haproxy 4 &
idles=($!)
idle nginx 8 &
idles+=($!)
silent haproxy 12 &
idles+=($!)
silent nginx 16 &
idles+=($!)
under haproxy 2s 16
under nginx 5s 24
for each in "${idles[@]}"; do wait "$each" || status=1; done
exit $status
