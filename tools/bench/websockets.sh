# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154
# Sourced by run.sh: calls over WebSockets, compared with a baseline that unmasks frames and parses
# nothing, with HTTP, and with uWebSockets and simdjson, whose sources are in the folder PEERS.
: "${PEERS:=}"

compare_websockets() {
    build messages && write_messages || return
    frame_bytes=$(($(size_of "$out/varied.10.body") + 6))
    echo
    echo '| `math.add`, 64 WebSockets | messages/s | CPU µs per message | ratio | peak RSS MiB |'
    echo '| --- | ---: | ---: | ---: | ---: |'
    start callbox $on_server_core "$out/echo" serve --listen 127.0.0.1:0 --websocket &&
        callbox=$server callbox_url=$url &&
        ask "$url" "$out/varied.10.body" "$out/varied.10.wanted" "$out/varied.answer" &&
        start floor $on_server_core "$out/floor" "$frame_bytes" "$out/message.answer" websocket ||
        failed WebSockets || return
    floor=$server floor_url=$url
    peer=
    if build_peer 2> "$out/peer.log"; then
        start peer $on_server_core "$out/peer/uwebsockets" || failed uWebSockets || return
        peer=$server peer_url=$url
    fi
    : > "$out/turns"
    for round in $(seq "$ROUNDS"); do
        for copies in 1 16; do
            turn_over_websocket floor "$floor" "$floor_url" constant &&
                turn_over_websocket callbox "$callbox" "$callbox_url" varied &&
                turn http.$copies "$callbox" 1 64 "$TURN_SECONDS" "$callbox_url" \
                    "$out/varied.request" $copies "$(size_of "$out/varied.answer")" ||
                failed WebSockets || return
            [ -z "$peer" ] || turn_over_websocket peer "$peer" "$peer_url" varied ||
                failed uWebSockets || return
        done
    done
    for copies in 1 16; do
        title=alone
        [ $copies = 1 ] || title='16 pipelined'
        row_of floor.$copies floor.$copies "$title: the baseline" "$floor"
        row_of callbox.$copies floor.$copies callbox "$callbox"
        row_of http.$copies floor.$copies 'callbox, HTTP, by wrk' "$callbox"
        [ -z "$peer" ] ||
            row_of peer.$copies floor.$copies 'uWebSockets with simdjson by hand' "$peer"
    done
    if [ -z "$peer" ]; then
        echo "| uWebSockets with simdjson by hand | skipped: $(head -n 1 "$out/peer.log") |"
    else
        echo
        echo "CPU time of callbox compared with uWebSockets: $(ratio_of callbox.1 peer.1) alone," \
            "$(ratio_of callbox.16 peer.16) with 16 pipelined messages."
    fi
    stop_all
}

# turn_over_websocket NAME PROCESS URL CALLS
turn_over_websocket() {
    turn "$1.$copies" "$2" 1 64 "$TURN_SECONDS" "ws:${3#http:}" "$out/$4" $copies \
        "$(size_of "$out/message.answer")"
}

# The calls and responses of write_varied, and those of the baseline: a frame with the first one.
write_messages() (
    cd "$out" || return
    for i in $(seq 10 89); do
        cat varied.$i.body && echo
    done > varied.calls
    for i in $(seq 10 89); do
        cat varied.$i.wanted && echo
    done > varied.responses
    cp varied.calls constant.calls
    for i in $(seq 10 89); do head -n 1 varied.responses; done > constant.responses
    printf '\201' > message.answer
    printf '%b' "\\0$(printf %o "$(size_of varied.10.wanted)")" >> message.answer
    cat varied.10.wanted >> message.answer
)

build_peer() {
    if [ -z "$PEERS" ]; then
        echo 'PEERS is not set, a folder with uWebSockets, uSockets and simdjson' >&2
        return 1
    fi
    for folder_needed in uWebSockets/src uSockets/src simdjson/include simdjson/src; do
        [ -d "$PEERS/$folder_needed" ] || { echo "$PEERS/$folder_needed is missing" >&2; return 1; }
    done
    [ ! "$out/peer/uwebsockets" -nt "$here/uwebsockets.cpp" ] || return 0
    mkdir -p "$out/peer" || return
    for c in "$PEERS"/uSockets/src/*.c "$PEERS"/uSockets/src/eventing/*.c; do
        ${CC:-cc} -O3 -DNDEBUG -DLIBUS_NO_SSL -I"$PEERS/uSockets/src" \
            -c -o "$out/peer/$(basename "$c" .c).o" "$c" || return
    done
    ${COMPILE%% *} -std=c++20 -O3 -DNDEBUG -DLIBUS_NO_SSL -DUWS_NO_ZLIB -static -s \
        -I"$PEERS/uWebSockets/src" -I"$PEERS/uSockets/src" -I"$PEERS/simdjson/include" \
        -I"$PEERS/simdjson/src" -o "$out/peer/uwebsockets" "$here/uwebsockets.cpp" \
        "$PEERS/simdjson/src/simdjson.cpp" "$out/peer"/*.o
}
