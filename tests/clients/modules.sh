#!/bin/sh
# modules.sh FROM INTO: installs the npm packages of FROM/package-lock.json in INTO/node_modules, if
# they are not installed yet, and copies the scripts of FROM to INTO. npm chooses the registry.
set -u
from=$1
out=$2

mkdir -p "$out" && cp "$from"/*.mjs "$out" || exit 1
cmp -s "$from/package-lock.json" "$out/node_modules/.installed" && exit
cp "$from/package.json" "$from/package-lock.json" "$from/.npmrc" "$out" || exit 1
(cd "$out" && timeout -k 5 240 npm ci --ignore-scripts --no-audit --no-fund) \
    > "$out/npm.log" 2>&1 || {
    echo "npm could not install the packages of $from/package-lock.json: $out/npm.log" >&2
    exit 1
}
cp "$from/package-lock.json" "$out/node_modules/.installed"
