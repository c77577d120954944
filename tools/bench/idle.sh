# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154
# Sourced by run.sh: memory and CPU time with idle connections.
: "${IDLE_SECONDS:=60}"  # twice the ping interval of 30 s

# After one call, with many idle connections that made one call each, and with as many WebSockets,
# whose client answers pings.
print_memory() {
    start_to_hold || failed memory || return
    echo "| RSS with 0 idle connections | $(mib "$(memory_kib "$callbox" VmRSS)") |"
    stop_all
    if [ "$(ulimit -n)" -lt $((idle_count + 500)) ]; then
        echo "| RSS with $idle_count | skipped: \`ulimit -n\` is below $((idle_count + 500)) |"
        return
    fi
    start_to_hold && before=$(memory_taken) && hold "$callbox_url" || failed idle || return
    print_idle 'idle connections'
    stop_all
    start_to_hold && before=$(memory_taken) && hold_websockets "$callbox_url" &&
        cpu_before=$(cpu_ns "$callbox") && sleep "$IDLE_SECONDS" &&
        cpu=$(($(cpu_ns "$callbox") - cpu_before)) || failed 'idle WebSockets' || return
    print_idle 'idle WebSockets'
    if [ "$(metric callbox_websockets)" != $idle_count ]; then
        problem='not all WebSockets stayed open'
        failed 'idle WebSockets'
        return
    fi
    echo "| CPU with $idle_count idle WebSockets, a ping to each every 30 s |" \
        "$(awk -v ns=$cpu -v s="$IDLE_SECONDS" 'BEGIN { printf "%.2f", ns / s / 1e7 }') %" \
        "of a core |"
    stop_all
}

start_to_hold() {
    start callbox $on_server_core "$folder/callbox" serve --listen 127.0.0.1:0 \
        --connections-max 11000 --websocket &&
        ask "$url" "$out/add.body" "$out/add.wanted" "$out/add.answer" || return
    callbox=$server callbox_url=$url
}

# print_idle WHAT: RSS, and bytes per connection that count against --max-memory.
print_idle() {
    each=$((($(memory_taken) - before) / idle_count))
    echo "| RSS with $idle_count $1 | $(mib "$(memory_kib "$callbox" VmRSS)")," \
        "$each counted bytes for each |"
}

memory_taken() { metric callbox_memory_bytes; }
metric() { curl -s --max-time 10 "${callbox_url%/api}/metrics" | sed -n "s/^$1 //p"; }

hold_websockets() {
    port=${1##*:}
    start idle $on_load_core "$out/idle" "${port%%/*}" $idle_count websocket
}
