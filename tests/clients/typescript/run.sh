#!/bin/sh
# run.sh FOLDER: the clients in TypeScript that FOLDER/callbox-openrpc writes of the example, of an
# inventory and of a table with every type: they must suit the type checker at its strictest, and
# understand the servers. npm's packages are fetched into FOLDER/clients. COMPILE is the compiler
# with the flags of FOLDER.
set -u
folder=$(cd "$1" && pwd) || exit 1
packages=$folder/clients
into=$packages/typescript
log=$into/server.log
here=$(cd "$(dirname "$0")" && pwd) || exit 1
root=$(cd "$here/../../.." && pwd) || exit 1
: "${COMPILE:=c++ -std=c++20 -pthread -I$root/include}"
url=
# shellcheck disable=SC1091
. "$here/../server.sh"

main() {
    is_all_here check-clients node npm timeout || return
    "$here/../modules.sh" "$here/.." "$packages" || return
    rm -rf "$into" && mkdir -p "$into/out" && cp "$here"/*.mjs "$here"/*.ts "$into" &&
        cp "$here/tsconfig.json" "$into" && echo '{"type": "module"}' > "$into/package.json" ||
        return
    cd "$root" || return
    programs || return
    failed=0
    clients
    cmp "$into/callbox.ts" "$here/../example.ts" || failed=1
    [ "$(wc -l < "$into/callbox.ts")" -lt 300 ] || fail 'example.ts has 300 lines or more'
    timeout -k 5 120 "$packages/node_modules/.bin/tsc" -p "$into" || fail 'tsc refuses them'

    served callbox example.mjs
    served everything everything.mjs
    cp tools/examples/inventory/tokens "$into/tokens" && chmod 600 "$into/tokens"
    served inventory inventory.mjs --db "$into/inventory.db" --token-file "$into/tokens"
    runs transport.mjs
    return "$failed"
}

programs() {
    ln -sf "$folder/callbox" "$into/callbox"
    $COMPILE -Itests -o "$into/everything" tests/openrpc/everything.cpp \
        "$folder/libcallbox.a" &&
        $COMPILE -o "$into/inventory" tools/examples/inventory/main.cpp \
            tools/examples/inventory/store.cpp "$folder/libcallbox.a"
}

clients() {
    for name in callbox everything inventory; do
        "$into/$name" openrpc > "$into/$name.json" || fail "$name has no document"
        for wide in bigint number string; do
            suffix=-$wide
            [ $wide = bigint ] && suffix=
            "$folder/callbox-openrpc" client typescript --int64 $wide "$into/$name.json" \
                > "$into/$name$suffix.ts" || fail "$name, $wide: no client"
        done
    done
}

# served PROGRAM SCRIPT OPTION...
served() {
    program=$1
    script=$2
    shift 2
    if start "$into/$program" "$@"; then
        runs "$script" "$url"
    else
        fail "$program does not become ready: $(cat "$log")"
    fi
    stop || fail "$program left with $?"
}

runs() {
    (cd "$into" && timeout -k 5 60 node "$@") || failed=1
}

fail() {
    echo "FAILED: typescript: $1"
    failed=1
}

main
