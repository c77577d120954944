# shellcheck shell=sh disable=SC2034,SC2046,SC2086,SC2154
# Sourced by run.sh: starts and stops servers, loads them with wrk and measures their resources.
# $out is the folder for all files; $problem is the reason of a failure.
servers=

# start NAME COMMAND...: sets $server, its process, and $url. Fails if it is not ready in time.
start() {
    log=$out/$1.log
    shift
    : > "$log"
    "$@" > /dev/null 2> "$log" &
    server=$!
    servers="$servers $server"
    for _ in $(seq 600); do
        url=$(sed -n 's/^[a-z]*: ready: //p' "$log")
        [ -z "$url" ] || return 0
        kill -0 "$server" 2> /dev/null || break
        sleep 0.1
    done
    problem="$* is not ready: $(cat "$log")"
    return 1
}

stop_all() {
    for process in $servers; do
        kill "$process" && wait "$process"
    done 2> /dev/null
    servers=
}

# Prefixes of commands. Not functions: a server's $! would be that of a subshell.
on_server_core="taskset -c $SERVER_CORE"
on_load_core="taskset -c $LOAD_CORE"
wrk_on=$on_load_core

# request_file BODY [FIELD]: the complete request with the bytes of the file BODY.
request_file() {
    printf 'POST /api HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n'
    printf 'Content-Length: %d\r\n%s\r\n' "$(size_of "$1")" "${2:+$2$crlf}"
    cat "$1"
}
crlf=$(printf '\r\n.')
crlf=${crlf%.}

size_of() { echo $(($(wc -c < "$1"))); }

# ask URL BODY WANTED ANSWER [FIELD]: writes the complete response to ANSWER. Fails if its body
# differs from WANTED or its status is not 200.
ask() {
    curl -s --max-time 10 -D "$4" -o "$4.body" -H 'Content-Type: application/json' -H 'Expect:' \
        -H "${5:-Accept: */*}" --data-binary "@$2" "$1"
    if ! grep -q '^HTTP/1.1 200' "$4" || ! cmp -s "$3" "$4.body"; then
        problem="wrong response: $(head -c 500 "$4.body")"
        return 1
    fi
    cat "$4.body" >> "$4"
}

# load THREADS CONNECTIONS SECONDS URL REQUEST COPIES ANSWER_BYTES: sets $requests, $us (the
# duration), $p50 and $p99. Fails if a connection failed, a status was not 200, or the number of
# bytes received is not that of the responses (some may be in flight when wrk stops). wrk corrects
# latencies for requests delayed meanwhile, wrongly with pipelining: then they are "-".
load() {
    said=$(send_requests "$@" 2>&1)
    pipelined=$6
    set -- "$7" $(($2 * $6 * $7)) $(printf '%s\n' "$said" | sed -n 's/^bench: //p')
    problem="load: $said"
    [ $# = 12 ] || return 1
    requests=$3 us=$4 p50=${11} p99=${12}
    [ "$pipelined" = 1 ] || p50=- p99=-
    surplus=$(($5 - $3 * $1))
    [ "$6 $7 $8 $9 ${10}" = '0 0 0 0 0' ] && [ "$3" -gt 0 ] &&
        [ $surplus -ge 0 ] && [ $surplus -le "$2" ]
}

# The same by wrk; a URL ws://... by `messages` with the files REQUEST.calls and REQUEST.responses.
send_requests() {
    case $4 in
        ws:*)
            port=${4##*:}
            $wrk_on "$out/messages" "${port%%/*}" "$2" "$6" "$3" "$5.calls" "$5.responses"
            ;;
        *) $wrk_on wrk -t"$1" -c"$2" -d"$3" --timeout 10 -s "$here/send.lua" "$4" -- "$5" "$6" ;;
    esac
}

# CPU time of all threads of the process, in nanoseconds.
cpu_ns() { cat /proc/"$1"/task/*/schedstat | awk '{ sum += $1 } END { printf "%.0f\n", sum }'; }
# CPU time in user mode and in the kernel, in ticks: coarse, so only their ratio is used.
cpu_ticks() { sed 's/.*) //' "/proc/$1/stat" | cut -d ' ' -f 12,13; }
# memory_kib PROCESS VmHWM|VmRSS
memory_kib() { awk -v name="$2:" '$1 == name { print $2 }' "/proc/$1/status"; }

# turn NAME PROCESS LOAD...: runs `load`, and adds a line to $out/turns with the resources used by
# the process.
turn() {
    name=$1 process=$2
    shift 2
    before="$(cpu_ns "$process") $(cpu_ticks "$process")"
    load "$@" || return
    after="$(cpu_ns "$process") $(cpu_ticks "$process")"
    echo "$name $requests $us $p50 $p99 $before $after" >> "$out/turns"
}

# The median of the numbers on standard input.
median() {
    sort -n | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

# ratio_of NAME BASE: the median of the ratios of the CPU times in all pairs of turns.
ratio_of() {
    awk -v name="$1" -v base="$2" '
    $1 == name { cost[++n] = ($9 - $6) / $2 }
    $1 == base { with[++m] = ($9 - $6) / $2 }
    END { for (i = 1; i <= n; ++i) print cost[i] / with[i] }' "$out/turns" | median |
        awk '{ printf "%.2f\n", $1 }'
}

# rows WORKLOAD FLOOR_KIB CALLBOX_KIB: prints the two rows of a workload from $out/turns, where
# turns of floor and callbox are pairs in order.
rows() {
    awk -v workload="$1" -v floor_kib="$2" -v callbox_kib="$3" '
    {
        n = ++turns[$1]
        used = ($9 - $6) / 1000                       # microseconds of CPU
        rate[$1, n] = $2 / $3 * 1e6
        cost[$1, n] = used / $2
        busy[$1, n] = used / $3 * 100
        if ($4 == "-") latency_unknown = 1
        p50[$1, n] = $4 / 1000
        p99[$1, n] = $5 / 1000
        user[$1] += $10 - $7
        kernel[$1] += $11 - $8
    }
    END {
        if (turns["floor"] == 0 || turns["floor"] != turns["callbox"]) exit 1
        for (i = 1; i <= turns["floor"]; ++i) ratio["", i] = cost["callbox", i] / cost["floor", i]
        row("floor", floor_kib, "")
        row("callbox", callbox_kib, sprintf("**%.2f**", median(ratio, "")))
    }
    function row(name, kib, against,    used, share) {
        used = median(cost, name)
        share = user[name] / (user[name] + kernel[name])
        printf "| %s | %s | %.0f | %.2f | %.2f + %.2f | %s | %.0f | %.1f | %s | %s |\n",
            name == "floor" ? workload : "", name, median(rate, name), used, used * share,
            used * (1 - share), against, median(busy, name), kib / 1024,
            latency(p50, name), latency(p99, name)
    }
    function latency(values, name) {
        return latency_unknown ? "" : sprintf("%.2f", median(values, name))
    }
    function median(values, name,    n, i, j, sorted, v) {
        n = turns["floor"]
        for (i = 1; i <= n; ++i) {
            v = values[name, i]
            for (j = i - 1; j > 0 && sorted[j] > v; --j) sorted[j + 1] = sorted[j]
            sorted[j + 1] = v
        }
        return (sorted[int((n + 1) / 2)] + sorted[int(n / 2) + 1]) / 2
    }' "$out/turns"
}
