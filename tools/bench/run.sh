#!/bin/sh
# run.sh FOLDER: measures requests of a server with FOLDER/libcallbox.a, compared with a baseline
# (floor) that parses nothing and sends as many bytes. wrk loads both in turns, from a core of its
# own. Prints Markdown. COMPILE is the compiler with the flags of FOLDER.
# Each workload has ROUNDS pairs of turns of TURN_SECONDS, on SERVER_CORE and LOAD_CORE. EVENTS=1:
# measures only events.
# shellcheck disable=SC2016,SC2086,SC2154,SC3045
set -u
folder=$1
out=$folder/bench
here=$(cd "$(dirname "$0")" && pwd) || exit 1
: "${COMPILE:=c++ -std=c++20 -pthread -O2 -Iinclude -Isrc}"
: "${ROUNDS:=9}" "${TURN_SECONDS:=1}" "${SERVER_CORE:=0}" "${LOAD_CORE:=1}" "${EVENTS:=}"
idle_count=10000
# shellcheck disable=SC1091
. "$here/measure.sh"
. "$here/machine.sh"
. "$here/tools.sh"
. "$here/websockets.sh"
. "$here/idle.sh"
. "$here/events.sh"

main() {
    for name in wrk curl taskset; do
        command -v $name > /dev/null || missing="${missing-} $name"
    done
    [ -r /proc/self/schedstat ] || missing="${missing-} /proc/PID/schedstat"
    [ "$(nproc)" -ge 2 ] || missing="${missing-} a second core"
    if [ -n "${missing-}" ]; then
        echo "bench: missing:$missing (Debian packages: wrk, curl, util-linux)" >&2
        return 1
    fi
    trap stop_all EXIT
    trap 'exit 1' INT TERM
    mkdir -p "$out" && build floor && write_requests || return
    wrk=$(wrk --version 2>&1 | sed -n 's/^\(wrk [^ ]*\).*/\1/p')
    print_machine "\`ROUNDS=$ROUNDS TURN_SECONDS=$TURN_SECONDS make bench\`, load by $wrk"
    if [ -n "$EVENTS" ]; then
        measure_events
        return
    fi
    build idle first echo && write_varied && write_mixed && write_strange || return
    compare_with_floor && compare_websockets && compare_tools && print_costs &&
        compare_workers && print_slow && echo && measure_events
}

build() {
    for name; do
            $COMPILE -static -s -Wl,--gc-sections -o "$out/$name" "$here/$name.cpp" \
            "$folder/libcallbox.a" || return
    done
}

# For each workload a body, the body of the response, and the complete request.
write_requests() (
    cd "$out" || return
    call='{"jsonrpc":"2.0","method":"math.add","params":[2,3],"id":1}'
    sum='{"jsonrpc":"2.0","result":5,"id":1}'
    text=$(yes 'No wire is as short as a string. ' | tr -d '\n' | head -c 65536)
    echo_call='{"jsonrpc":"2.0","method":"echo","params":["'
    printf %s "$call" > add.body
    printf %s "$call" | sed 's/\[2,3\]/{"a":2,"b":3}/' > named.body
    printf '%s%s"],"id":1}' "$echo_call" "$text" > string.body
    printf %s "$sum" | tee add.wanted > named.wanted
    printf '{"jsonrpc":"2.0","result":"%s","id":1}' "$text" > string.wanted
    printf '{"jsonrpc":"2.0","method":"ping","id":1}' > ping.body
    printf '{"jsonrpc":"2.0","result":"pong","id":1}' > ping.wanted
    batch 2 3 1 0 > batch.body && batch 2 3 1 1 > counting.body
    yes "$sum" | head -n 100 | paste -s -d , | sed 's/.*/[&]/' | tr -d '\n' > batch.wanted
    awk 'BEGIN {
        for (i = 1; i <= 100; ++i)
            printf "%s{\"jsonrpc\":\"2.0\",\"result\":%d,\"id\":%d}", i == 1 ? "[" : ",", i + 4, i
        printf "]"
    }' > counting.wanted
    for name in add named batch counting string ping; do
        request_file $name.body > $name.request || return
    done
    cp add.body close.body && cp add.wanted close.wanted
    request_file close.body 'Connection: close' > close.request
)

# batch A B ID STEP: a hundred calls; A and ID grow by STEP from call to call.
batch() {
    awk -v a="$1" -v b="$2" -v id="$3" -v step="$4" 'BEGIN {
        for (i = 0; i < 100; ++i)
            printf "%s{\"jsonrpc\":\"2.0\",\"method\":\"math.add\",\"params\":[%d,%d],\"id\":%d}",
                i == 0 ? "[" : ",", a + i * step, b, id + i * step
        printf "]"
    }'
}

# Calls with other ids and arguments each, by position and by name, of the same length.
write_varied() (
    cd "$out" || return
    rm -f varied.* by_name.*
    for i in $(seq 10 89); do
        for name in varied by_name; do
            params="[$i,5]"
            [ $name = varied ] || params="{\"a\":$i,\"b\":5}"
            printf '{"jsonrpc":"2.0","method":"math.add","params":%s,"id":%d}' "$params" $i \
                > $name.$i.body
            printf '{"jsonrpc":"2.0","result":%d,"id":%d}' $((i + 5)) $i > $name.$i.wanted
            request_file $name.$i.body >> $name.request || return
        done
    done
)

# Five methods, called by three clients. Ids and client names are padded: all requests have the same
# length, and all responses too.
write_mixed() (
    cd "$out" || return
    rm -f mixed.*
    number=0
    while IFS='|' read -r method params result; do
        id=$(printf '9%0*d' $((14 - ${#result})) 0)
        for client in curl Python Mozilla; do
            number=$((number + 1))
            body=mixed.$number.body
            printf '{"jsonrpc":"2.0","method":"%s","params":%s,"id":%s}' "$method" "$params" "$id" \
                > $body
            printf '{"jsonrpc":"2.0","result":%s,"id":%s}' "$result" "$id" > mixed.$number.wanted
            head_of $client $body > mixed.head
            filler=$((400 - $(size_of mixed.head) - $(size_of $body) - 4))
            printf '%0*d\r\n\r\n' $filler 0 | cat mixed.head - $body >> mixed.request
        done
    done << 'END'
math.add|[2,3]|5
math.sub|[2,3]|-1
math.mul|{"a":2,"b":3}|6
greeting.hello|["Ada"]|"Hello, Ada!"
ping|[]|"pong"
END
)

# head_of CLIENT BODY: the head up to the last field, the client's name.
head_of() {
    printf 'POST /api HTTP/1.1\r\nHost: 127.0.0.1\r\n'
    case $1 in
        curl) printf 'Accept: */*\r\n' ;;
        Python) printf 'Accept-Encoding: gzip\r\nAccept: */*\r\nConnection: keep-alive\r\n' ;;
        *) printf 'Connection: keep-alive\r\nAccept-Language: en\r\nAccept-Encoding: br\r\n' ;;
    esac
    printf 'Content-Type: application/json\r\nContent-Length: %d\r\n' "$(size_of "$2")"
    printf 'User-Agent: %s/' "$1"
}

# A thousand requests, each with its six spaces in other places.
write_strange() (
    cd "$out" || return
    awk 'BEGIN {
        text = "{ \"jsonrpc\" : \"2.0\" , \"method\" : \"math.add\" , \"params\" : [ 2 , 3 ] , "
        count = split(text "\"id\" : 1 }", part, " ")
        for (i = 0; i < 1000; ++i) {
            split("", spaces)
            for (n = 1; n <= 3; ++n) spaces[int(i / 10 ^ (n - 1)) % 10 * 2 + n] += n
            for (at = 1; at <= count; ++at) printf "%s%*s", part[at], spaces[at], ""
            printf "\n"
        }
    }' > strange.lines
    head -n 1 strange.lines | tr -d '\n' > strange.body && cp add.wanted strange.wanted &&
        request_file strange.body > one.request &&
        while IFS= read -r body; do
            head -c -"$(size_of strange.body)" one.request && printf %s "$body"
        done < strange.lines > strange.request
)

compare_with_floor() {
    cat << 'END'
The server has one core and wrk another. Figures are per HTTP request: each of 16 pipelined requests
counts, a batch counts once. There are 64 connections unless stated otherwise. The ratio is that of
the CPU times, the median of the ratios of all pairs; other figures are medians of the turns. "CPU"
is the CPU time of the server, "busy" its share of the time. Each connection sends its next request
as soon as it has its response, so the latency is about connections / (requests/s); wrk has no
latencies of pipelined requests.

END
    echo '| workload | server | requests/s | CPU µs per request | user + system | ratio |' \
        'busy % | peak RSS MiB | p50 ms | p99 ms |'
    echo '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |'
    compare '`math.add`, keep-alive' varied 64 1 &&
        compare 'the same request each time' add 64 1 &&
        compare 'by name' by_name 64 1 &&
        compare 'five methods, three clients' mixed 64 1 &&
        compare 'all requests different' strange 64 1 &&
        compare '16 pipelined' varied 64 16 &&
        compare 'batch of 100, counting from 1' counting 64 1 &&
        compare 'batch of 100 identical calls' batch 64 1 &&
        compare 'string of 64 KiB, in and out' string 64 1 &&
        compare 'a new connection per request' close 64 1 &&
        compare '1,000 connections' add 1000 1 &&
        compare_beside_idle
}

# compare WORKLOAD REQUEST CONNECTIONS PIPELINED
compare() {
    start_pair "$2" && rounds "$2" "$3" "$4" && result "$1" && stop_all && return
    failed "$1"
}

compare_beside_idle() {
    workload="64 connections beside $idle_count idle ones"
    if ! ulimit -S -n $((idle_count + 500)) 2> /dev/null; then
        echo "| $workload | skipped: \`ulimit -n\` is below $((idle_count + 500)) |"
        return
    fi
    start_pair add && hold "$floor_url" && hold "$callbox_url" &&
        rounds add 64 1 && result "$workload" && stop_all && return
    failed "$workload"
}

failed() {
    echo "bench: $1: $problem" >&2
    return 1
}

# start_pair REQUEST: starts callbox, and floor with a response of callbox.
start_pair() {
    field=
    [ "$1" != close ] || field='Connection: close'
    start callbox $on_server_core "$out/echo" serve --listen 127.0.0.1:0 --connections-max 11000 \
        --idle-timeout-ms 10m || return
    callbox=$server callbox_url=$url
    for wanted in "$out/$1.wanted" "$out/$1".[0-9]*.wanted; do
        [ ! -e "$wanted" ] ||
            ask "$url" "${wanted%wanted}body" "$wanted" "$out/$1.answer" "$field" || return
    done
    answer_bytes=$(size_of "$out/$1.answer")
    requests=$(grep -ao 'POST ' "$out/$1.request" | wc -l)
    request_bytes=$(($(size_of "$out/$1.request") / requests))
    start floor $on_server_core "$out/floor" $request_bytes "$out/$1.answer" \
        ${field:+close} || return
    floor=$server floor_url=$url
}

# hold URL: opens idle connections.
hold() {
    port=${1##*:}
    start idle $on_load_core "$out/idle" "${port%%/*}" $idle_count "$out/add.request" \
        "$(size_of "$out/add.answer")"
}

# rounds REQUEST CONNECTIONS PIPELINED: rounds begin with alternating servers.
rounds() {
    : > "$out/turns"
    for round in $(seq "$ROUNDS"); do
        order='floor callbox'
        [ $((round % 2)) = 1 ] || order='callbox floor'
        for name in $order; do
            if [ "$name" = floor ]; then set -- "$@" "$floor" "$floor_url"
            else set -- "$@" "$callbox" "$callbox_url"; fi
            turn "$name" "$4" 1 "$2" "$TURN_SECONDS" "$5" "$out/$1.request" "$3" \
                "$answer_bytes" || return
            set -- "$1" "$2" "$3"
        done
    done
}

result() { rows "$1" "$(memory_kib "$floor" VmHWM)" "$(memory_kib "$callbox" VmHWM)"; }

print_costs() {
    echo
    echo '| program | |'
    echo '| --- | --- |'
    for name in floor callbox; do
        calls=$(count_calls $name) || return
        echo "| system calls per keep-alive request, $name | $calls |"
    done
    print_memory || failed memory || return
    "$out/first" 20 "$out/add.request" "$(size_of "$out/add.answer")" "$folder/callbox" \
        > "$out/first.ms" || return
    echo "| start to first response | $(median < "$out/first.ms") ms, median of 20;" \
        "minimum $(sort -n "$out/first.ms" | head -n 1) ms |"
    echo "| static binary, stripped | $(mib $(($(size_of "$folder/callbox") / 1024))) |"
}

mib() { awk -v kib="$1" 'BEGIN { printf "%.2f MiB", kib / 1024 }'; }

# count_calls floor|callbox: system calls per request with 64 connections, by strace, the most
# frequent first.
count_calls() (
    if ! command -v strace > /dev/null; then
        echo 'skipped: strace is not installed'
        return
    fi
    trap stop_all EXIT
    set -- "$1" "$out/calls.$1"
    if [ "$1" = floor ]; then
        set -- "$@" "$out/floor" "$(size_of "$out/add.request")" "$out/add.answer"
    else
        set -- "$@" "$folder/callbox" serve --listen 127.0.0.1:0
    fi
    counts=$2
    rm -f "$counts"
    shift 2
    start strace strace -D -f -c -o "$counts" "$@" || failed strace || return
    load 1 64 2 "$url" "$out/add.request" 1 "$(size_of "$out/add.answer")" ||
        failed strace || return
    stop_all
    for _ in $(seq 50); do
        [ -s "$counts" ] && break
        sleep 0.1
    done
    awk -v requests="$requests" '
    $4 + 0 > 0 && $NF != "total" && $4 / requests >= 0.005 {
        printf "%s%s %.2f", (found++ ? ", " : ""), $NF, $4 / requests
    }' "$counts"
)

has_option() { "$out/echo" --help | grep -q -e "$1"; }

# Batches, which need the least work in wrk. No process is bound to a core, and wrk shares them: the
# result is the CPU time per request.
compare_workers() {
    echo
    if ! has_option --workers; then
        echo '`--workers` 1 and 2: skipped, the program has no such option.'
        return
    fi
    wrk_on=
    for workers in 1 2; do : > "$out/rates.$workers" && : > "$out/costs.$workers"; done
    for round in $(seq "$ROUNDS"); do
        for workers in 1 2; do
            start callbox "$out/echo" serve --listen 127.0.0.1:0 --workers $workers &&
                before=$(cpu_ns "$server") &&
                load 2 64 "$TURN_SECONDS" "$url" "$out/counting.request" 1 \
                    "$(size_of "$out/counting.answer")" || failed "workers $workers" || return
            echo $((($(cpu_ns "$server") - before) / requests)) >> "$out/costs.$workers"
            echo $((requests * 1000000 / us)) >> "$out/rates.$workers"
            stop_all
        done
    done
    wrk_on=$on_load_core
    echo "\`--workers\`, batches of 100, no process bound to a core, wrk on the same" \
        "$(nproc) cores: with 1 worker $(median < "$out/costs.1") ns of CPU per request and" \
        "$(median < "$out/rates.1") requests/s, with 2 $(median < "$out/costs.2") ns and" \
        "$(median < "$out/rates.2")."
}

# The latency of ping on one connection, alone and beside 64 others that call a slow method
# continuously.
print_slow() {
    echo
    if ! has_option --blocking-threads; then
        echo '`ping` beside slow calls: skipped, the program has no `--blocking-threads`.'
        return
    fi
    build slow || return
    printf '{"jsonrpc":"2.0","method":"slow","params":[20],"id":1}' > "$out/slow.body"
    printf '{"jsonrpc":"2.0","result":20,"id":1}' > "$out/slow.wanted"
    request_file "$out/slow.body" > "$out/slow.request"
    start slow $on_server_core "$out/slow" serve --listen 127.0.0.1:0 --blocking-threads 64 &&
        ask "$url" "$out/slow.body" "$out/slow.wanted" "$out/slow.answer" &&
        ask "$url" "$out/ping.body" "$out/ping.wanted" "$out/ping.answer" ||
        failed slow || return
    ping alone && ping 'beside 64 calls that take 20 ms each' && stop_all
}

# ping LOAD: prints p50 and p99. LOAD is `alone` or a description of the load.
ping() {
    : > "$out/p50"
    : > "$out/p99"
    for round in $(seq "$ROUNDS"); do
        if [ "$1" != alone ]; then
            (load 1 64 $((TURN_SECONDS + 1)) "$url" "$out/slow.request" 1 \
                "$(size_of "$out/slow.answer")" || failed slow) &
            slow=$!
            sleep 0.5
        fi
        load 1 1 "$TURN_SECONDS" "$url" "$out/ping.request" 1 "$(size_of "$out/ping.answer")" ||
            failed ping || return
        [ "$1" = alone ] || wait "$slow" || return
        echo "$p50" >> "$out/p50"
        echo "$p99" >> "$out/p99"
    done
    echo "- \`ping\` on one connection, $1: p50 $(median < "$out/p50") µs," \
        "p99 $(median < "$out/p99") µs"
}

main
