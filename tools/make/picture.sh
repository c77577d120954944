#!/bin/sh
## Take the README's picture of the explorer, tools/explorer.png: chromium
# It shows tools/examples/inventory. The page believes that it is at port 8080, where programs serve
# by default, and its form is filled in by a link. The picture stays below 100 kB.
set -eu
: "${CHROMIUM:=chromium}"
command -v "$CHROMIUM" > /dev/null ||
    { echo 'picture: missing: apt-get install chromium'; exit 1; }
mkdir -p "$2"
into=$(cd "$2" && pwd)
tree=$PWD
rm -rf "$into/inventory" "$into/kept.json"
cp -r tools/examples/inventory "$into" && cd "$into/inventory"
${MAKE:-make} -s CALLBOX="$tree" library="$tree/$1/libcallbox.a" CXXFLAGS=-O0 build/inventory
build/inventory --enable-web-browsable-api --listen 127.0.0.1:0 --db "$into/kept.json" \
    2> "$into/log" &
server=$!
trap 'kill $server' EXIT
cd "$tree"
address=
tries=0
until [ -n "$address" ] || [ $tries = 100 ]; do
    sleep 0.05
    tries=$((tries + 1))
    address=$(sed -n 's|^[a-z]*: ready: http://\(.*\)/api$|\1|p' "$into/log")
done

"$1/callbox" call "http://$address/api" product.create --json \
    '[{"sku":"A-1","name":"Hammer","kind":"tool","price":990,"stock":5}]' > "$into/called"
params='["A-1",3]'
timeout 60 "$CHROMIUM" --headless --no-sandbox --disable-gpu --hide-scrollbars \
    --user-data-dir="$into/profile" --window-size=1200,800 --virtual-time-budget=3000 \
    --host-resolver-rules="MAP 127.0.0.1:8080 $address" --screenshot="$into/explorer.png" \
    "http://127.0.0.1:8080/api/browse#stock.receive?params=$params" > "$into/chromium.log" 2>&1 ||
    { cat "$into/chromium.log"; exit 1; }
size=$(wc -c < "$into/explorer.png")
[ "$size" -lt 100000 ] || { echo "picture: $size bytes are too many"; exit 1; }
cp "$into/explorer.png" tools/explorer.png
echo "picture: tools/explorer.png, $size bytes"
