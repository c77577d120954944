#!/bin/sh
# run.sh FOLDER: Python clients of all documents pass mypy --strict, mypy refuses wrong calls, and
# clients of documents with servers work; asynchronous clients pass the same tests, and those of
# tasks.py and cancelled.py. PYTHON runs them (python3).
set -u
folder=$1
out=$folder/clients/python
documents=$folder/clients/documents
here=$(cd "$(dirname "$0")" && pwd) || exit 1
: "${PYTHON:=python3}"
# shellcheck disable=SC1091
. "$here/../server.sh"

failed() {
    echo "FAILED: python: $*"
    exit 1
}

strict() { (cd "$to" && mypy --no-error-summary --strict "$@"); }

# generate INTO OPTION...: writes a client of each document, and $clients, their names.
generate() {
    to=$1
    shift
    clients=
    for document in "$documents"/*.json; do
        name=$(basename "$document" .json | tr -- '-.' __)
        "$folder/callbox-openrpc" client python "$@" "$document" > "$to/$name.py" \
            2> "$to/$name.notes" || failed "$name: $(cat "$to/$name.notes")"
        clients="$clients $name.py"
    done
}

# accepted SCRIPT...: mypy accepts the clients, for Python 3.9 too, and the scripts.
accepted() {
    # shellcheck disable=SC2086
    strict $clients "$@" || failed 'mypy refuses a client or valid calls'
    # shellcheck disable=SC2086
    strict --python-version 3.9 $clients || failed 'a client is not compatible with Python 3.9'
}

# refused SCRIPT: mypy refuses its marked lines.
refused() {
    strict "$1" | sed -n 's/^\([^:]*:[0-9]*\): error.*/\1/p' > "$to/errors"
    refuses "$here/$1" "$to/errors" || failed 'mypy accepts or refuses it wrongly'
}

is_all_here check-clients "$PYTHON" mypy openssl timeout || exit
mkdir -p "$out/async" && cp "$here"/*.py "$here"/../typed/*.py "$out" || exit
(cd "$out" && mv cancelled.py refused_async.py tasks.py waiting.py async/ &&
    cp answers.py claims.py peer.py proxy.py async/) || exit
generate "$out"
# Without private classes and functions, which are the same in all clients.
awk '/^@/ { held = $0 "\n"; next } /^[a-zA-Z_#]/ { is_private = /^((class|def) )?_[^_]/ }
    !is_private { printf "%s%s\n", held, $0 } { held = "" }' "$out/example.py" \
    > "$out/example.public"
diff -u "$here/../example.py" "$out/example.public" || failed "the example's client has changed"

accepted calls.py docs.py errors.py events.py formats.py names.py options.py progress.py \
    round_trip.py threads.py wire.py
refused refused.py
modules=$clients
generate "$out/async" --async
accepted cancelled.py tasks.py waiting.py
refused refused_async.py
echo "ok: python: mypy accepts all clients and refuses" \
    "$(cat "$here/refused.py" "$here/refused_async.py" | grep -c '# refused$') wrong calls"

status=0
run() { (cd "$out" && timeout -k 5 600 "$PYTHON" -X dev "$@") || status=1; }
# The same with asynchronous clients.
both() {
    run "$@"
    script=$1
    shift
    (cd "$out/async" && timeout -k 5 300 "$PYTHON" -X dev waiting.py "../$script" "$@") || status=1
}
folder=$(cd "$folder" && pwd)
documents=$folder/clients/documents
# shellcheck disable=SC2086
run docs.py $modules
both names.py
both errors.py
both formats.py
both options.py
both events.py "$documents/inventory"
both progress.py "$documents/everything"
both wire.py
run threads.py "$folder/callbox"
run async/cancelled.py "$documents/everything"
run async/tasks.py "$folder/callbox" "$documents/everything"
both calls.py "$folder" "$documents"
both round_trip.py "$documents/everything"
exit $status
