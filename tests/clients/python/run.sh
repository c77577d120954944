#!/bin/sh
# run.sh FOLDER: the Python clients that FOLDER/callbox-openrpc writes, with the servers that they
# are of. They must be as strict as mypy can be, and refuse wrong use. COMPILE is the compiler with
# the flags of FOLDER. PYTHON is the one that runs them (python3).
set -u
folder=$1
into=$folder/clients/python
here=$(cd "$(dirname "$0")" && pwd) || exit 1
root=$here/../../..
: "${COMPILE:=c++ -std=c++20 -pthread -Iinclude}" "${PYTHON:=python3}"
log=$into/log
# shellcheck disable=SC1091
. "$here/../server.sh"
passed=0
failed=0

main() {
    is_all_here check-clients "$PYTHON" mypy openssl timeout || return
    mkdir -p "$into/servers" && cp "$here"/*.py "$into" || return
    build everything "$here/../../openrpc/everything.cpp" || return
    build inventory "$root/tools/examples/inventory/main.cpp" \
        "$root/tools/examples/inventory/store.cpp" || return
    cp "$folder/callbox" "$into/servers" || return
    write callbox Callbox && write everything Everything && write inventory Inventory || return

    says 'the client of the example is tests/clients/example.py' cmp "$into/callbox.py" \
        "$here/../example.py"
    says 'clients and their use are strict' strict wire.py calls.py round_trip.py
    says 'for Python 3.9, too' strict --python-version 3.9 callbox.py everything.py inventory.py
    says 'what is wrong is refused' refuses
    runs wire.py
    runs calls.py servers
    runs round_trip.py servers/everything
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}

build() {
    name=$1
    shift
    (cd "$root" && $COMPILE -Itests -o "$into/servers/$name" "$@" "$folder/libcallbox.a")
}

# write PROGRAM CLASS: its client
write() {
    "$into/servers/$1" openrpc > "$into/$1.json" &&
        "$folder/callbox-openrpc" client python "$into/$1.json" --name "$2" > "$into/$1.py"
}

strict() { (cd "$into" && mypy --no-incremental --strict "$@"); }

refuses() {
    strict refused.py | sed -n 's/^refused.py:\([0-9]*\): error.*/\1/p' | sort -u > "$into/refused"
    sed -n '/# refused$/=' "$here/refused.py" | sort -u | comm -3 - "$into/refused" > "$into/other"
    sed 's/^\t*/refused.py: not as it should be: line /' "$into/other"
    [ ! -s "$into/other" ]
}

# says CLAIM COMMAND...: the command is silent about what holds
says() {
    claim=$1
    shift
    if "$@" > "$log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $claim"
        sed 's/^/    /' "$log"
    fi
}

# runs SCRIPT WORD...: it says itself what it found
runs() {
    if (cd "$into" && timeout -k 5 120 "$PYTHON" -X dev "$@"); then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
    fi
}

main
