#!/bin/sh
# run.sh FOLDER: Python clients of all documents pass mypy --strict, mypy refuses wrong calls, and
# clients of documents with servers work. PYTHON runs them (python3).
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

strict() { (cd "$out" && mypy --no-error-summary --strict "$@"); }

is_all_here check-clients "$PYTHON" mypy openssl timeout || exit
mkdir -p "$out" && cp "$here"/*.py "$here"/../typed/*.py "$out" || exit
clients=
for document in "$documents"/*.json; do
    name=$(basename "$document" .json | tr -- '-.' __)
    "$folder/callbox-openrpc" client python "$document" > "$out/$name.py" \
        2> "$out/$name.notes" || failed "$name: $(cat "$out/$name.notes")"
    clients="$clients $name.py"
done
# Without private classes and functions, which are the same in all clients.
awk '/^[a-zA-Z@#]/ { is_private = /^(class|def) _/ } !is_private' "$out/example.py" \
    > "$out/example.public"
diff -u "$here/../example.py" "$out/example.public" || failed "the example's client has changed"

# shellcheck disable=SC2086
strict $clients calls.py docs.py errors.py formats.py names.py options.py round_trip.py threads.py \
    wire.py ||
    failed 'mypy refuses a client or valid calls'
# shellcheck disable=SC2086
strict --python-version 3.9 $clients || failed 'a client is not compatible with Python 3.9'
strict refused.py | sed -n 's/^\([^:]*:[0-9]*\): error.*/\1/p' > "$out/errors"
refuses "$here/refused.py" "$out/errors" || failed 'mypy accepts or refuses it wrongly'
echo "ok: python: mypy accepts all clients and refuses $(marked "$here/refused.py" | wc -l) wrong" \
    "calls"

status=0
run() { (cd "$out" && timeout -k 5 120 "$PYTHON" -X dev "$@") || status=1; }
folder=$(cd "$folder" && pwd)
# shellcheck disable=SC2086
run docs.py $clients
run names.py
run errors.py
run formats.py
run options.py
run wire.py
run threads.py "$folder/callbox"
run calls.py "$folder" "$folder/clients/documents"
run round_trip.py "$folder/clients/documents/everything"
exit $status
