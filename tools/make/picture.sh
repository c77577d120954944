#!/bin/sh
## Take the README's picture of the explorer, tools/explorer.png: chromium
# The page believes that it is at port 8080, where the example serves by default, and its form is
# filled in by a link. The picture stays below 100 kB.
set -eu
: "${CHROMIUM:=chromium}"
command -v "$CHROMIUM" > /dev/null ||
    { echo 'picture: missing: apt-get install chromium'; exit 1; }
mkdir -p "$2"
into=$(cd "$2" && pwd)
"$1/callbox" --enable-web-browsable-api --listen 127.0.0.1:0 2> "$into/log" &
server=$!
trap 'kill $server' EXIT
address=
tries=0
until [ -n "$address" ] || [ $tries = 100 ]; do
    sleep 0.05
    tries=$((tries + 1))
    address=$(sed -n 's|^callbox: ready: http://\(.*\)/api$|\1|p' "$into/log")
done
timeout 60 "$CHROMIUM" --headless --no-sandbox --disable-gpu --hide-scrollbars \
    --user-data-dir="$into/profile" --window-size=1280,900 --virtual-time-budget=3000 \
    --host-resolver-rules="MAP 127.0.0.1:8080 $address" --screenshot="$into/explorer.png" \
    'http://127.0.0.1:8080/api/browse#math.add?params=%5B2%2C3%5D' > "$into/chromium.log" 2>&1 ||
    { cat "$into/chromium.log"; exit 1; }
size=$(wc -c < "$into/explorer.png")
[ "$size" -lt 100000 ] || { echo "picture: $size bytes are too many"; exit 1; }
cp "$into/explorer.png" tools/explorer.png
echo "picture: tools/explorer.png, $size bytes"
