# shellcheck shell=sh disable=SC2034,SC2154
# To be sourced by scripts that use typed clients: starts the servers of three documents, which end
# with the script. Requires $folder and $documents.

# start_one PROGRAM LOG OPTION...: sets $url.
start_one() {
    program=$1
    log=$2
    shift 2
    : > "$log"
    "$program" serve --listen 127.0.0.1:0 "$@" 2> "$log" &
    servers="${servers-} $!"
    # shellcheck disable=SC2064
    trap "kill $servers 2> /dev/null" EXIT
    for _ in $(seq 100); do
        url=$(sed -n 's/^[a-z]*: ready: //p' "$log" | head -1)
        [ -z "$url" ] || return 0
        sleep 0.1
    done
    return 1
}

# start_all FOLDER: sets $example, $everything and $inventory, each a URL. The inventory requires
# tokens: those of tools/examples/inventory/tokens.
start_all() {
    (umask 077 && cp tools/examples/inventory/tokens "$1/tokens" && rm -f "$1/inventory.db")
    start_one "$folder/callbox" "$1/example.log" && example=$url &&
        start_one "$documents/everything" "$1/everything.log" && everything=$url &&
        start_one "$documents/inventory" "$1/inventory.log" --db "$1/inventory.db" \
            --token-file "$1/tokens" && inventory=$url
}
