# shellcheck shell=sh disable=SC2034,SC2154
# To be sourced: checks for required programs; compares a compiler's errors with the marked lines;
# starts a server, waits for it and stops it. $log is its log file.

# is_all_here TARGET PROGRAM...: else prints one line with the missing programs and $missing.
is_all_here() {
    target=$1
    shift
    for name; do
        command -v "$name" > /dev/null || missing="${missing-} $name"
    done
    [ -n "${missing-}" ] || return 0
    echo "$target: not installed:$missing (.ci/run shows how to install it)" >&2
    return 1
}

# marked FILE: prints "FILE:LINE", without folders, for each line that a compiler must refuse.
marked() { sed -n '/\(#\|\/\/\) refused$/=' "$1" | sed "s,^,$(basename "$1"):," | sort -u; }

# refuses FILE ERRORS: fails, and prints the lines, if some are marked or in ERRORS but not both.
refuses() {
    other=$(sort -u "$2" > "$2.sorted" && marked "$1" | comm -3 - "$2.sorted" 2>&1)
    [ -z "$other" ] || { echo "$other" && false; }
}

# start PROGRAM OPTION...: sets $url and $server. Fails if it is not ready after some seconds.
start() {
    program=$1
    shift
    start_one "$program" "$log" --enable-web-browsable-api "$@"
}

# Returns the exit status of the server.
stop() {
    kill "$server" 2> /dev/null
    trap - EXIT
    servers=
    wait "$server"
}

# start_one PROGRAM LOG OPTION...: also starts a server, but several can run until the script ends.
# $address is the address to listen on, if it is set.
start_one() {
    program=$1
    log=$2
    shift 2
    : > "$log"
    "$program" serve --listen "${address:-127.0.0.1:0}" "$@" 2> "$log" &
    server=$!
    servers="${servers-} $server"
    # shellcheck disable=SC2064
    trap "kill $servers 2> /dev/null" EXIT
    for _ in $(seq 100); do
        url=$(sed -n 's/^[a-z]*: ready: //p' "$log" | head -1)
        [ -z "$url" ] || return 0
        kill -0 "$server" 2> /dev/null || return 1
        sleep 0.1
    done
    return 1
}

# start_all FOLDER: starts the servers of three documents: $example, $everything and $inventory,
# each a URL. Requires $folder and $documents. The inventory requires the tokens of its example.
start_all() {
    (umask 077 && cp tools/examples/inventory/tokens "$1/tokens" && rm -f "$1/inventory.db")
    start_one "$folder/callbox" "$1/example.log" && example=$url &&
        start_one "$documents/everything" "$1/everything.log" && everything=$url &&
        start_one "$documents/inventory" "$1/inventory.log" --db "$1/inventory.db" \
            --token-file "$1/tokens" && inventory=$url
}
