#!/bin/sh
# run.sh RELEASE FOLDER: passes the same bytes to callbox and to other parsers: Node's llhttp,
# Python's h11 and nginx. Fails if callbox and another parser read different messages; prints cases
# that callbox accepts and three others refuse, and counts other differences. Does the same with
# WebSockets and Python's wsproto and websockets, whose differences websocket.py lists. SEED,
# MUTATED and STREAMS choose the random cases. Parsers that are not installed are listed.
set -u
release=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd) || exit 1
root=$(cd "$here/../.." && pwd) || exit 1
: "${COMPILE:=c++ -std=c++20 -pthread -I$root/include -I$root/src}"
: "${SEED:=1}" "${MUTATED:=6000}" "${STREAMS:=5000}"
PATH=$PATH:/usr/sbin
# shellcheck disable=SC1091
. "$root/tools/skipped.sh"
missing=
readers=
nginx=

main() {
    mkdir -p "$folder" || return
    trap 'stop' EXIT
    trap 'exit 1' INT TERM
    # shellcheck disable=SC2086
    $COMPILE -O1 -Wno-conversion -I"$root/tests" -o "$folder/differ" "$here"/*.cpp \
        "$root/tests/support/program.cpp" "$root/tests/support/script.cpp" \
        "$release/libcallbox.a" || return
    TEST_WIRE=$root/tests/wire "$folder/differ" cases "$here/corpus.txt" "$SEED" "$MUTATED" \
        > "$folder/cases" || return

    if command -v node > /dev/null; then
        by llhttp node --no-deprecation "$here/llhttp.mjs"
    else
        missing="$missing node"
    fi
    python=$(python_with h11)
    if [ -n "$python" ]; then
        by h11 "$python" "$here/h11_reader.py"
    else
        missing="$missing h11 (python3-h11)"
    fi
    if command -v nginx > /dev/null; then by_nginx; else missing="$missing nginx (nginx-light)"; fi
    python=$(python_with wsproto, websockets)
    [ -n "$python" ] || missing="$missing wsproto, websockets (python3-wsproto, python3-websockets)"
    [ -z "$missing" ] || skipped check-differential "not installed:$missing" || return
    status=0
    # shellcheck disable=SC2086
    timeout -k 5 60 "$folder/differ" compare "$folder" $readers || status=1
    [ -z "$python" ] ||
        timeout -k 5 300 "$python" -B "$here/websocket.py" "$folder/differ" "$SEED" "$STREAMS" ||
        status=1
    return $status
}

# Debian packages belong to Debian's Python, which need not be first in PATH.
python_with() {
    for name in python3 /usr/bin/python3; do
        if $name -c "import $*" 2> /dev/null; then
            echo $name
            return
        fi
    done
}

# by NAME COMMAND...: runs a reader, which reads the cases from standard input.
by() {
    readers="$readers $1"
    out=$folder/$1
    shift
    timeout -k 5 60 "$@" < "$folder/cases" > "$out"
}

# Uses its own folder, as the paths of unix sockets must be short.
by_nginx() {
    own=$(mktemp -d) || exit
    cp "$here/nginx.conf" "$own" && mkdir "$own/temporary" || exit
    (cd "$own" && exec nginx -p "$own" -e nginx.errors -c nginx.conf) > "$folder/nginx.out" 2>&1 &
    nginx=$!
    tries=50
    until [ -S "$own/front" ] || [ $((tries -= 1)) = 0 ]; do sleep 0.1; done
    timeout -k 5 60 "$folder/differ" nginx "$folder/cases" "$own/front" "$own/nginx.requests" \
        > "$folder/nginx" || echo 'check-differential: nginx does not answer'
    cp "$own"/nginx.errors "$own"/nginx.requests "$folder" 2> /dev/null
    readers="$readers nginx"
}

stop() {
    [ -z "$nginx" ] || { kill "$nginx" && wait "$nginx"; } 2> /dev/null
    [ -z "${own-}" ] || rm -rf "$own"
}

main
