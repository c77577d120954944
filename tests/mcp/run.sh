#!/bin/sh
# run.sh FOLDER: third-party clients of the Model Context Protocol, its conformance suite, and JSON
# Schema validators, with FOLDER/callbox, program.cpp, suite.cpp and tools/examples/inventory. npm
# packages are downloaded to FOLDER/mcp. COMPILE is the compiler with the flags of FOLDER.
set -u
folder=$1
out=$folder/mcp
here=$(cd "$(dirname "$0")" && pwd) || exit 1
root=$here/../..
: "${COMPILE:=c++ -std=c++20 -pthread -O1 -I$root/include}"
url=
# shellcheck disable=SC1091
. "$here/../clients/server.sh"

main() {
    is_all_here check-mcp node npm timeout || return
    "$here/../clients/modules.sh" "$here" "$out" &&
        cp "$here/stdio.sh" "$here/../openrpc/say.mjs" "$here/../openrpc/values.mjs" "$out" ||
        return
    folder=$(cd "$folder" && pwd)
    # In parallel, since one of them begins with the compiler.
    check_programs > "$out/programs.said" &
    programs=$!
    check_clients > "$out/clients.said"
    wait $programs
    cat "$out/clients.said" "$out/programs.said" | tee "$out/said"
    failed=$(grep -c ^FAILED "$out/said")
    echo "$(grep -c ^ok "$out/said") passed, $failed failed"
    [ "$failed" = 0 ]
}

check_clients() {
    log=$out/clients.log
    if serve example "$folder/callbox"; then
        for client in sdk-1 sdk-2 ai-sdk inspector; do
            run $client.mjs ways "$url/mcp" "$folder/callbox"
        done
        run transports.mjs "$url/mcp" "$folder/callbox"
        run schemas.mjs example "$url/mcp"
    fi
    leave example
    write_tokens
    if serve 'with tokens' "$folder/callbox" --token-file "$out/tokens"; then
        for client in sdk-1 sdk-2 ai-sdk inspector; do run $client.mjs tokens "$url/mcp"; done
    fi
    leave 'with tokens'
}

check_programs() {
    log=$out/programs.log
    if build program "$here/program.cpp" && serve everything "$out/program"; then
        run schemas.mjs everything "$url/mcp"
        run words.mjs "$url/mcp"
        leave everything
    fi
    if build suite "$here/suite.cpp" && serve suite "$out/suite"; then
        run conformance.mjs "$url/mcp"
        run progress.mjs "$url/mcp" "$folder/mcp/suite"
        leave suite
    fi
    inventory=$root/tools/examples/inventory
    rm -f "$out/kept.json"
    if build inventory "$inventory/main.cpp" "$inventory/store.cpp" &&
        serve inventory "$out/inventory" --db "$out/kept.json"; then
        run schemas.mjs inventory "$url/mcp"
        leave inventory
    fi
}

# build NAME SOURCE...
build() {
    name=$1
    shift
    # shellcheck disable=SC2086
    $COMPILE -I"$root/tests" -o "$out/$name" "$@" "$folder/libcallbox.a" 2>&1 && return
    echo "FAILED: $name does not compile"
    return 1
}

# serve NAME PROGRAM OPTION...
serve() {
    name=$1
    shift
    start "$@" --mcp && return
    echo "FAILED: $name: the server does not become ready: $(cat "$log")"
    return 1
}

leave() { stop || echo "FAILED: $1: the server exited with $?"; }

run() {
    (cd "$out" && timeout -k 5 60 node "$@" 2>&1) || echo "FAILED: $1 stopped with $?"
}

write_tokens() (
    umask 077
    printf '%s\n' 'all   4Bh8c1f6eGd5Qy0Zt3mVw2LxAq7Rk9Tn  *' \
        'some  tQ0zEpX4rB8sW1nK6vM3jC9yH2gD7fL5  math.add ping' > "$out/tokens"
)

main
