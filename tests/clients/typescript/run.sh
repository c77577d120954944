#!/bin/sh
# run.sh FOLDER: TypeScript clients of all documents, and their declarations, must pass the type
# checker at its strictest. Three are used with their servers, and two with misbehaving servers;
# events in other runtimes too. npm packages are installed in FOLDER/clients.
# shellcheck disable=SC2154
set -u
folder=$(cd "$1" && pwd) || exit 1
packages=$folder/clients
out=$packages/typescript
documents=$packages/documents
here=$(cd "$(dirname "$0")" && pwd) || exit 1
# shellcheck disable=SC1091
. "$here/../server.sh"

failed() {
    echo "FAILED: typescript: $*"
    exit 1
}

# compile FOLDER WHAT: the only errors must be those of the lines that are marked in uses.ts.
compile() {
    (cd "$1" && timeout -k 5 300 "$packages/node_modules/.bin/tsc" -p .) |
        sed '/^ /d; s/(\([0-9]*\),.*/:\1/' > "$out/errors"
    refuses "$here/uses.ts" "$out/errors" || failed "tsc accepts or refuses $2 wrongly"
}

is_all_here check-clients node npm python3 timeout || exit
"$here/../modules.sh" "$here/.." "$packages" || exit
rm -rf "$out"
mkdir -p "$out/out" && cp "$here"/*.mjs "$here/../typed/busy.mjs" "$here"/*.ts \
    "$here/tsconfig.json" "$out" || exit
echo '{"type": "module"}' > "$out/package.json"

count=0
for document in "$documents"/*.json; do
    name=$(basename "$document" .json)
    for wide in bigint number string; do
        file=$out/$name-$wide.ts
        "$folder/callbox-openrpc" client typescript --int64 $wide "$document" > "$file" \
            2> "$out/notes" || failed "$name: $(cat "$out/notes")"
        count=$((count + 1))
    done
done
compile "$out" 'a client'
mkdir "$out/declared" && mv "$out"/out/*.d.ts "$out/declared" && rm "$out/declared/uses.d.ts" &&
    cp "$here/uses.ts" "$here/tsconfig.json" "$out/declared" || exit
compile "$out/declared" 'the declarations of a client'
echo "ok: typescript: tsc accepts $count clients, and their declarations, and refuses" \
    "$(marked "$here/uses.ts" | wc -l) wrong calls"
# The rest of a client is client.ts.
sed '/^\/\/ From here on/,$d' "$out/example-bigint.ts" | diff -u "$here/../example.ts" - ||
    failed "the example's client has changed"

start_all "$out" || failed 'a server does not become ready'
cd "$out" || exit
status=0
timeout -k 5 60 node example.mjs "$example" || status=1
timeout -k 5 60 node everything.mjs "$everything" || status=1
timeout -k 5 60 node proxy.mjs "$everything" || status=1
timeout -k 5 60 node inventory.mjs "$inventory" || status=1
timeout -k 5 60 node transport.mjs "$here/../typed/answers.py" || status=1
timeout -k 5 60 node progress.mjs || status=1
timeout -k 5 60 node sockets.mjs || status=1
timeout -k 5 120 node events.mjs "$documents/inventory" || status=1
timeout -k 5 200 node runtimes.mjs "$documents/inventory" "$packages" || status=1
exit $status
