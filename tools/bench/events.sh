# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154
# Sourced by run.sh: events for many subscribers, compared with a baseline that sends the same bytes
# to as many sockets; subscribers that do not read; calls beside events; memory.
subscribers=1000
crowd=9900    # subscribers that read, beside
stalled=100   # that do not

measure_events() {
    build events subscribers messages || return
    if ! ulimit -S -n $((idle_count + 500)) 2> /dev/null; then
        echo "Events: skipped: \`ulimit -n\` is below $((idle_count + 500))."
        return
    fi
    problem='a program of the benchmark has failed'
    compare_fanout && print_stalled && print_calls_beside && print_subscriptions && return
    failed events
}

start_events() {
    start events $on_server_core "$out/events" serve --listen 127.0.0.1:0 --websocket \
        --connections-max 11000 --ping-interval-ms 10m || return
    callbox=$server callbox_url=$url port=$(port_of "$url")
}

port_of() {
    port_and_path=${1##*:}
    echo "${port_and_path%%/*}"
}

# subscribe MODE ARGUMENTS...
subscribe() {
    mode=$1
    shift
    $on_load_core "$out/subscribers" $mode $port "$@"
}

compare_fanout() {
    echo "| an event to $subscribers subscribers | baseline, CPU µs for each |" \
        'callbox, CPU µs | ratio |'
    echo '| --- | ---: | ---: | ---: |'
    for transport in websocket stream; do
        start floor $on_server_core "$out/floor" publish || return
        floor=$server floor_port=$(port_of "$url")
        start_events || return
        $on_load_core "$out/subscribers" compare $transport $subscribers 20 "$ROUNDS" \
            $floor_port $floor $port $callbox > "$out/turns" || return
        echo "| $transport | $(two_digits "$(cost_of floor)") |" \
            "$(two_digits "$(cost_of callbox)") | $(ratio_of callbox floor) |"
        stop_all
    done
}

two_digits() { printf '%.2f' "$1"; }

# One event at a time, to the same number of reading subscribers, alone and beside stalled ones.
print_stalled() {
    : > "$out/delivered.0"
    : > "$out/delivered.$stalled"
    for round in 1 2 3; do
        for others in 0 $stalled; do
            start_events || return
            server_taken=$(memory_taken)
            [ $others = 0 ] || stall || return
            subscribe deliver $crowd 20 >> "$out/delivered.$others" || return
            stop_all
        done
    done
    echo
    echo "Delivery to $crowd subscribers, p99: $(p99_ms 0) ms; beside $stalled that do not read:" \
        "$(p99_ms $stalled) ms. Each of these holds $held bytes that count."
}

p99_ms() { cut -d ' ' -f 2 "$out/delivered.$1" | median | awk '{ printf "%.1f", $1 / 1000 }'; }

# Subscribers that read nothing, whose queues and sockets are full.
stall() {
    start stalled $on_load_core "$out/subscribers" hold $port $stalled 1 || return
    printf '{"jsonrpc":"2.0","method":"publish","params":[2000],"id":1}' > "$out/publish.body"
    printf '{"jsonrpc":"2.0","result":null,"id":1}' > "$out/publish.wanted"
    for _ in $(seq 100); do
        ask "$callbox_url" "$out/publish.body" "$out/publish.wanted" "$out/publish.answer" ||
            return
        dropped=$(metric callbox_events_dropped_total)
        [ "$dropped" -lt $((1000 * stalled)) ] || break
        sleep 0.1
    done
    if [ "$dropped" -lt $((1000 * stalled)) ]; then
        problem='the stalled subscribers have room'
        return 1
    fi
    held=$((($(memory_taken) - server_taken) / stalled))
}

print_calls_beside() {
    cp "$out/ping.body" "$out/ping.calls" && cp "$out/ping.wanted" "$out/ping.responses" &&
        start_events || return
    echo
    echo '| `ping` on one WebSocket | p50 µs | p99 µs |'
    echo '| --- | ---: | ---: |'
    call_beside alone 0 0 && call_beside 'beside 100 events/s to 1,000 subscribers' 1000 100 &&
        call_beside 'beside 10,000 events/s to 10 subscribers' 10 10000 || return
    stop_all
}

# call_beside TITLE SUBSCRIBERS RATE
call_beside() {
    : > "$out/p50"
    : > "$out/p99"
    for round in 1 2 3; do
        if [ "$2" != 0 ]; then
            start receive $on_load_core "$out/subscribers" receive $port "$2" "$3" \
                $(((TURN_SECONDS + 1) * 1000)) || return
            sleep 0.5
        fi
        load 1 1 "$TURN_SECONDS" "ws:${callbox_url#http:}" "$out/ping" 1 \
            $(($(size_of "$out/ping.wanted") + 2)) || return
        echo "$p50" >> "$out/p50"
        echo "$p99" >> "$out/p99"
        [ "$2" = 0 ] || wait "$server" || return
    done
    rate=
    [ "$2" = 0 ] || rate=" ($(sed -n 's| events/s$||p' "$out/receive.log") received a second)"
    echo "| $1$rate | $(median < "$out/p50") | $(median < "$out/p99") |"
}

# The memory of a subscription, alone on its WebSocket or one of many.
print_subscriptions() {
    echo
    for each in 1 64; do
        connections=$((idle_count / each))
        for count in 0 $each; do
            start_events && start held $on_load_core "$out/subscribers" hold $port $connections \
                $count || return
            eval "taken_$count=$(memory_taken) rss_$count=$(memory_kib "$callbox" VmRSS)"
            stop_all
        done
        eval "taken=\$((taken_$each - taken_0)) rss=\$((rss_$each - rss_0))"
        echo "- a subscription, $each for each WebSocket:" \
            "$((rss * 1024 / connections / each)) bytes of RSS," \
            "$((taken / connections / each)) of them count"
    done
}
