#!/bin/sh
# run.sh FOLDER: clients that others wrote, as they are, call FOLDER/callbox. A line for each, each
# with a server of its own. Then the typed clients that FOLDER/callbox-openrpc writes. npm's
# packages are fetched into FOLDER/clients.
set -u
folder=$1
out=$folder/clients
log=$out/server.log
here=$(cd "$(dirname "$0")" && pwd) || exit 1
url=
# shellcheck disable=SC1091
. "$here/server.sh"
: "${CXX:=c++}"
passed=0
failed=0

main() {
    # shellcheck disable=SC2034
    missing=$(missing_libraries)
    is_all_here check-clients node npm timeout mypy openssl || return
    "$here/modules.sh" "$here" "$out" || return
    libraries='-ljsonrpccpp-client -ljsonrpccpp-common -ljsoncpp -lcurl'
    # shellcheck disable=SC2086
    $CXX -std=c++14 -Wno-deprecated -o "$out/jsonrpccpp" "$here/jsonrpccpp.cpp" $libraries ||
        return

    client rpc node jayson.mjs
    client rpc node json-rpc-2.0.mjs
    client rpc node open-rpc-client.mjs
    # These two take 204, the answer to a notification, for a failure.
    client always-200 "$(python)" "$here/pelix.py"
    client always-200 ./jsonrpccpp

    "$here/typed/documents.sh" "$folder" "$out/documents" || return
    for language in cpp typescript python; do
        "$here/$language/run.sh" "$folder" || failed=$((failed + 1))
        passed=$((passed + 1))
    done
    echo "$((passed - failed)) passed, $failed failed"
    [ "$failed" = 0 ]
}

missing_libraries() {
    [ -n "$(python)" ] || printf ' jsonrpclib (python3-jsonrpclib-pelix)'
    echo '#include <jsonrpccpp/client.h>' | $CXX -std=c++14 -x c++ -E - > /dev/null 2>&1 ||
        printf ' jsonrpccpp/client.h (libjsonrpccpp-dev)'
}

# Debian's packages belong to Debian's Python, which need not be the first.
python() {
    for name in python3 /usr/bin/python3; do
        if $name -c 'import jsonrpclib' 2> /dev/null; then
            echo $name
            return
        fi
    done
}

# client HTTP_STATUS COMMAND...: it says what it found; the server says that one of two
# notifications failed, nothing else, and leaves with 0.
client() {
    fault=
    said="$*: the server does not become ready"
    if start "$folder/callbox" --http-status "$1"; then
        shift
        said=$(cd "$out" && timeout -k 5 30 "$@" "$url" 2>&1) || fault=' (it failed)'
    fi
    stop || fault="$fault (the server left with $?)"
    logged=$(grep -vE '^callbox: (ready|explorer|sandbox|draining)' "$log" | sed 's/ peer=[^ ]*//')
    case $logged in
    'callbox: notification failed unknown_method='*' code=-32601 error="Method not found"') ;;
    *) false ;;
    esac ||
        fault="$fault (the server said: $logged)"
    printf '%s%s\n' "$said" "$fault"
    [ -z "$fault" ] || failed=$((failed + 1))
    passed=$((passed + 1))
}

main
