# shellcheck shell=sh disable=SC2154
# To be sourced: checks for required programs; starts a server, waits for it and stops it. $log is
# its log file.

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

# start PROGRAM OPTION...: sets $url and $server. Fails if it is not ready after some seconds.
start() {
    program=$1
    shift
    : > "$log"
    "$program" serve --listen 127.0.0.1:0 --enable-web-browsable-api "$@" 2> "$log" &
    server=$!
    trap 'kill $server 2> /dev/null' EXIT
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do
        url=$(sed -n 's/^[a-z]*: ready: //p' "$log")
        [ -z "$url" ] || return 0
        kill -0 "$server" 2> /dev/null || return 1
        sleep 0.1
    done
    return 1
}

# Returns the exit status of the server.
stop() {
    kill "$server" 2> /dev/null
    trap - EXIT
    wait "$server"
}
