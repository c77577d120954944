#!/bin/sh
# run.sh FOLDER OUT: loads servers with the same methods in turns: one with FOLDER/libcallbox.a, one
# with libjson-rpc-cpp (Debian) and one with jayson (npm). Writes a page and its plot, OUT/peers.md
# and OUT/peers.svg; INTO=FOLDER: copies them to a folder.
# Each workload has ROUNDS turns of TURN_SECONDS per server, on SERVER_CORE and LOAD_CORE.
# shellcheck disable=SC2016,SC2046,SC2086,SC2154
set -u
folder=$1
out=$2
here=$(cd "$(dirname "$0")/.." && pwd) || exit 1
: "${COMPILE:=c++ -std=c++20 -pthread -O2 -Iinclude -Isrc}"
: "${ROUNDS:=3}" "${TURN_SECONDS:=5}" "${SERVER_CORE:=0}" "${LOAD_CORE:=1}" "${INTO:=}"
# shellcheck disable=SC1091
. "$here/measure.sh"
# shellcheck disable=SC1091
. "$here/machine.sh"
compiler=${COMPILE%% *}
modules=$out/modules
workloads='add echo batch'
export NODE_ENV=production

main() {
    for name in wrk taskset node npm ldd pkg-config; do
        command -v $name > /dev/null || missing="${missing-} $name"
    done
    pkg-config --exists libjsonrpccpp-server jsoncpp libmicrohttpd 2> /dev/null ||
        missing="${missing-} jsonrpccpp"
    [ -r /proc/self/schedstat ] || missing="${missing-} /proc/PID/schedstat"
    [ "$(nproc)" -ge 2 ] || missing="${missing-} a second core"
    if [ -n "${missing-}" ]; then
        echo "bench-peers: missing:$missing (Debian packages: wrk, util-linux, nodejs, npm," \
            'libc-bin, pkg-config, libjsonrpccpp-dev)' >&2
        return 1
    fi
    trap stop_all EXIT
    trap 'exit 1' INT TERM
    machine=$(print_machine "\`ROUNDS=$ROUNDS TURN_SECONDS=$TURN_SECONDS make bench-peers\`" |
        sed '/^- commit/d')
    mkdir -p "$out" && "$here/../../tests/clients/modules.sh" "$here/peers" "$modules" &&
        build && start_servers && measure && print_medians > "$out/medians" || failed || return
    awk -f "$here/peers/plot.awk" "$out/medians" > "$out/peers.svg" &&
        print_table > "$out/table" || return
    stop_all
    timeout 200 node "$modules/checks.mjs" "$(program callbox)" "$(program jsonrpccpp)" \
        "$(program jayson)" > "$out/checks" && print_page > "$out/peers.md" || return
    [ -z "$INTO" ] || cp "$out/peers.md" "$out/peers.svg" "$INTO" || return
    cat "$out/table"
    echo "bench-peers: ${INTO:-$out}/peers.md"
}

failed() {
    [ -z "${problem-}" ] || echo "bench-peers: $problem" >&2
    return 1
}

program() {
    if [ "$1" = jayson ]; then echo "$modules/jayson.mjs"; else echo "$out/$1"; fi
}

build() {
    $COMPILE -static -s -Wl,--gc-sections -o "$out/callbox" "$here/peers/callbox.cpp" \
        "$folder/libcallbox.a" &&
        $COMPILE -static -o "$out/first" "$here/first.cpp" &&
        $compiler -std=c++14 -O2 -pthread -Wno-deprecated -s -o "$out/jsonrpccpp" \
            "$here/peers/libjson-rpc-cpp.cpp" -ljsonrpccpp-server -ljsonrpccpp-common -ljsoncpp \
            -lmicrohttpd
}

# Fails if a response is wrong.
start_servers() {
    node "$modules/workloads.mjs" "$out" || return
    for name in callbox jsonrpccpp jayson; do
        start $name $on_server_core "$(program $name)" serve --listen 127.0.0.1:0 &&
            timeout 60 node "$modules/workloads.mjs" "$out" "$url" > "$out/$name.sizes" || return
        eval "process_$name=\$server url_$name=\$url"
    done
}

# Each round begins with another server. Round 0 is not counted: Node compiles what runs often.
measure() {
    : > "$out/turns"
    : > "$out/starts"
    order='callbox jsonrpccpp jayson'
    for round in $(seq 0 "$ROUNDS"); do
        for server_name in $order; do
            eval "loaded=\$process_$server_name loaded_url=\$url_$server_name"
            for workload in $workloads; do
                turn $server_name.$workload "$loaded" 1 16 "$TURN_SECONDS" "$loaded_url" \
                    "$out/$workload.request" 1 "$(answer_bytes $workload)" || return
            done
            problem="first: $server_name"
            "$out/first" 5 "$out/first.request" "$(answer_bytes add)" "$(program $server_name)" \
                > "$out/first.ms" || return
            sed "s/^/$server_name /" "$out/first.ms" >> "$out/starts"
        done
        order="${order#* } ${order%% *}"
        [ "$round" != 0 ] || : > "$out/turns"
    done
}

answer_bytes() { sed -n "s/^$1 //p" "$out/$server_name.sizes"; }

# Lines of a server, microseconds of CPU time per request, requests per second, and the workload.
print_medians() {
    for workload in $workloads; do
        case $workload in
            add) title='the sum of two integers' ;;
            echo) title='a string of 1 KiB in and out' ;;
            batch) title='a batch of 10 sums' ;;
        esac
        for name in callbox jsonrpccpp jayson; do
            turns=$(grep "^$name.$workload " "$out/turns") || return
            echo "$name" "$(echo "$turns" | awk '{ print ($9 - $6) / 1000 / $2 }' | median)" \
                "$(echo "$turns" | awk '{ print $2 / $3 * 1e6 }' | median) $title"
        done
    done
}

print_table() {
    echo '| | callbox | libjson-rpc-cpp | jayson |'
    echo '| --- | ---: | ---: | ---: |'
    awk '
    { title = $0; sub(/^[^ ]+ [^ ]+ [^ ]+ /, "", title) }
    $1 == "callbox" {
        base = $2
        costs = costs "\n| " title ", CPU µs |"
        rates = rates "\n| " title ", requests/s |"
    }
    {
        costs = costs sprintf(" %.2f (%.1f×) |", $2, $2 / base)
        rates = rates sprintf(" %.0f |", $3)
    }
    END { print substr(costs, 2) rates }' "$out/medians"
    row 'memory (RSS), at the end' rss
    row 'start to first response' start_up
    row 'program' program_size
    row 'shared libraries that it loads' library_size
}

row() {
    echo "| $1 | $($2 callbox) | $($2 jsonrpccpp) | $($2 jayson) |"
}

mib() { awk '{ sum += $1 } END { printf "%.2f MiB", sum / 1048576 }'; }

rss() {
    eval "process=\$process_$1"
    echo $(($(memory_kib "$process" VmRSS) * 1024)) | mib
}

start_up() {
    sed -n "s/^$1 //p" "$out/starts" | median | awk '{ printf "%.1f ms", $1 }'
}

program_size() {
    if [ "$1" != jayson ]; then
        size_of "$(program $1)" | mib
    else
        echo "node $(size_of "$(command -v node)" | mib)," \
            "node_modules $(find "$modules/node_modules" -type f -exec cat {} + | wc -c | mib)"
    fi
}

library_size() {
    file=$(program $1)
    [ "$1" != jayson ] || file=$(command -v node)
    libraries=$(ldd "$file" 2> /dev/null | sed -n 's/[^/]*\(\/[^ ]*\) .*/\1/p')
    [ -n "$libraries" ] || { echo none && return; }
    echo "$(echo "$libraries" | wc -l): $(cat $libraries | wc -c | mib)"
}

print_page() {
    version=$(sed -n 's/.*version = "\(.*\)".*/\1/p' "$here/../../include/callbox/version.hpp")
    jayson=$(sed -n 's/^  "version": "\(.*\)",/\1/p' "$modules/node_modules/jayson/package.json")
    set -- $(pkg-config --modversion libjsonrpccpp-server jsoncpp libmicrohttpd)
    cat << END
# Other JSON-RPC servers

Generated by \`make bench-peers INTO=tools/bench\`; regenerate instead of editing.

$machine
- versions: callbox $version; libjson-rpc-cpp $1 with jsoncpp $2 and libmicrohttpd $3;
  jayson $jayson with node $(node --version)
- load: $(wrk --version 2>&1 | sed -n 's/^\(wrk [^ ]*\).*/\1/p'), 16 persistent connections

END
    cat << 'END'
The programs in [peers/](peers) have the same methods, written like the examples of each project:
the sum of two integers by position, and a string that is returned. Each server has one event loop,
on a core of its own; wrk loads it from another. This is the default of callbox and jayson;
`HttpServer` of libjson-rpc-cpp has one thread instead of 50. `NODE_ENV` is `production`. The
servers do not log successful calls. The documentation of libjson-rpc-cpp and jayson has no other
settings for production.

Ids and arguments differ from request to request. Before the measurement, all responses are compared
with the expected JSON; during it, their total size is checked. The servers are loaded in turns.
Each round begins with another server, and a first round is not counted. Figures are medians. CPU is
the time of all threads of the server, in user mode and in the kernel, per HTTP request, and its
ratio to that of callbox. A server that takes less time for a request than wrk waits for wrk, which
limits its requests/s. "Start to first response" begins before fork and exec.

END
    cat "$out/table"
    cat << 'END'

![CPU time per request of each workload and server](peers.svg)

## Invalid and unusual requests

Each row is a request, sent in the same run, and the responses: the result, the error code, and the
HTTP status unless it is 200. "No response" means that the connection was closed or that ten seconds
passed. The functions of the programs check nothing themselves. The rest of each request is valid;
it calls `add` with two integers by position, or `echo` with a string, unless the row says
otherwise. All limits are the defaults.

| request | callbox | libjson-rpc-cpp | jayson |
| --- | --- | --- | --- |
END
    cat "$out/checks"
}

main
