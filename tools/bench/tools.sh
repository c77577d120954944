# shellcheck shell=sh disable=SC2016,SC2034,SC2086,SC2154
# Sourced by run.sh: compares tools/call with the method that it calls, and with a server using the
# official SDK for Node, whose packages are those of tests/mcp.

accept='Accept: application/json, text/event-stream'

compare_tools() {
    write_tool_call || return
    echo
    echo '| `math.add`, 64 connections | requests/s | CPU µs per request | ratio | peak RSS MiB |'
    echo '| --- | ---: | ---: | ---: | ---: |'
    start callbox $on_server_core "$out/echo" serve --listen 127.0.0.1:0 --mcp &&
        callbox=$server callbox_url=$url &&
        ask "$url" "$out/add.body" "$out/add.wanted" "$out/add.answer" &&
        ask "$url/mcp" "$out/tool.body" "$out/tool.wanted" "$out/tool.answer" ||
        failed tools/call || return
    sdk=
    : > "$out/sdk.npm"
    if "$here/../../tests/clients/modules.sh" "$here/../../tests/mcp" "$out/sdk" \
        2> "$out/sdk.npm" && cp "$here/sdk.mjs" "$out/sdk"; then
        start sdk $on_server_core node "$out/sdk/sdk.mjs" && sdk=$server sdk_url=$url &&
            ask "$url/mcp" "$out/tool.body" "$out/sdk.wanted" "$out/sdk.answer" "$accept" ||
            failed 'the SDK' || return
    fi
    : > "$out/turns"
    for round in $(seq "$ROUNDS"); do
        for copies in 1 16; do
            turn_of add "$callbox" "$callbox_url" $copies &&
                turn_of tool "$callbox" "$callbox_url" $copies || failed tools/call || return
        done
        [ -z "$sdk" ] || turn_of sdk "$sdk" "$sdk_url" 1 || failed 'the SDK' || return
    done
    row_of add.1 add.1 'the method, `POST /api`' "$callbox"
    row_of tool.1 add.1 '`tools/call`, `POST /api/mcp`' "$callbox"
    row_of add.16 add.16 'the method, 16 pipelined' "$callbox"
    row_of tool.16 add.16 '`tools/call`, 16 pipelined' "$callbox"
    if [ -n "$sdk" ]; then row_of sdk.1 add.1 "the official SDK, node $(node --version)" "$sdk"
    else echo "| the official SDK | skipped: $(cat "$out/sdk.npm") |"; fi
    stop_all
}

write_tool_call() (
    cd "$out" || return
    content='"content":[{"type":"text","text":"5"}],"structuredContent":{"result":5}'
    printf '%s%s' '{"jsonrpc":"2.0","method":"tools/call","params":{"name":"math_add",' \
        '"arguments":{"a":2,"b":3}},"id":1}' > tool.body
    printf '{"jsonrpc":"2.0","result":{%s},"id":1}' "$content" > tool.wanted
    printf '{"result":{%s},"jsonrpc":"2.0","id":1}' "$content" > sdk.wanted
    request_file tool.body "$accept" | sed '1s|/api|/api/mcp|' > tool.request
)

# turn_of NAME PROCESS URL COPIES
turn_of() {
    case $1 in add) request=add.request ;; *) request=tool.request ;; esac
    turn "$1.$4" "$2" 1 64 "$TURN_SECONDS" "$3" "$out/$request" "$4" \
        "$(size_of "$out/$1.answer")"
}

# row_of NAME BASE TITLE PROCESS: medians of the turns of NAME, compared with those of BASE.
row_of() {
    rate=$(awk -v name="$1" '$1 == name { print $2 / $3 * 1e6 }' "$out/turns" | median)
    awk -v title="$3" -v rate="$rate" -v cost="$(cost_of "$1")" -v ratio="$(ratio_of "$1" "$2")" \
        -v kib="$(memory_kib "$4" VmHWM)" 'BEGIN {
        printf "| %s | %.0f | %.2f | %s | %.1f |\n", title, rate, cost, ratio, kib / 1024
    }'
}

cost_of() { awk -v name="$1" '$1 == name { print ($9 - $6) / 1000 / $2 }' "$out/turns" | median; }
