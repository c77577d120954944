#!/bin/sh
# run.sh FOLDER: the OpenRPC project's own tools read the documents of FOLDER/callbox, of
# everything.cpp, which uses every type, and of the inventory, which has events; they must agree
# with the first two servers about calls. npm packages are downloaded to FOLDER/openrpc. COMPILE is
# the compiler with the flags of FOLDER.
set -u
folder=$1
out=$folder/openrpc
log=$out/server.log
here=$(cd "$(dirname "$0")" && pwd) || exit 1
origin=https://playground.open-rpc.org
: "${COMPILE:=c++ -std=c++20 -pthread -Iinclude}"
url=
# shellcheck disable=SC1091
. "$here/../clients/server.sh"

main() {
    is_all_here check-openrpc node npm timeout || return
    "$here/../clients/modules.sh" "$here" "$out" || return
    {
        look callbox "$folder/callbox" && looked spoiled.mjs callbox.json
        looked recursive.mjs
        if [ -e "$here/everything.cpp" ]; then
            build_everything && look everything "$out/everything"
        fi
        build_inventory && describe inventory "$out/inventory" &&
            looked check.mjs inventory inventory.json && looked spoiled.mjs inventory.json events
    } > "$out/log"
    cat "$out/log"
    failed=$(grep -c ^FAILED "$out/log")
    echo "$(grep -c ^ok "$out/log") passed, $failed failed"
    [ "$failed" = 0 ]
}

build_everything() {
    $COMPILE -Itests -o "$out/everything" "$here/everything.cpp" "$folder/libcallbox.a" 2>&1 &&
        return
    echo 'FAILED: everything.cpp does not compile'
    return 1
}

build_inventory() {
    $COMPILE -o "$out/inventory" tools/examples/inventory/*[!t].cpp "$folder/libcallbox.a" 2>&1 &&
        return
    echo 'FAILED: the inventory does not compile'
    return 1
}

# describe NAME PROGRAM
describe() {
    "$2" openrpc > "$out/$1.json" && return
    echo "FAILED: $1 openrpc: exit status $?"
    return 1
}

# look NAME PROGRAM
look() {
    describe "$1" "$2" || return
    if start "$2" --cors-origin "$origin"; then
        looked check.mjs "$1" "$1.json" "$url" "$origin"
    else
        echo "FAILED: $1: the server does not become ready: $(cat "$log")"
    fi
    stop || echo "FAILED: $1: the server exited with $?"
}

# Stops a tool that uses too much memory.
looked() {
    (cd "$out" && timeout -k 5 60 node --max-old-space-size=500 "$@" 2>&1) ||
        echo "FAILED: $1 stopped with $?"
}

main
