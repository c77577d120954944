#!/bin/sh
## Take the screenshots of the explorer and of the MCP inspector: chromium, node
# tools/*.png show tools/examples/inventory. The explorer shows port 8080, the default, instead of
# its own; its form is filled in by a link and sent. Each picture must be smaller than 150 kB.
set -eu
: "${CHROMIUM:=chromium}"
for name in "$CHROMIUM" node npm; do
    command -v "$name" > /dev/null || { echo "picture: missing: $name"; exit 1; }
done
mkdir -p "$2"
out=$(cd "$2" && pwd)
tree=$PWD
rm -rf "$out/inventory" "$out/kept.json"
cp -r tools/examples/inventory "$out" && cd "$out/inventory"
${MAKE:-make} -s CALLBOX="$tree" library="$tree/$1/libcallbox.a" CXXFLAGS=-O0 build/inventory
build/inventory --enable-web-browsable-api --mcp --listen 127.0.0.1:0 --db "$out/kept.json" \
    2> "$out/log" &
server=$!
inspector=
trap 'kill $server $inspector' EXIT
cd "$tree"
address=
tries=0
until [ -n "$address" ] || [ $tries = 100 ]; do
    sleep 0.05
    tries=$((tries + 1))
    address=$(sed -n 's|^[a-z]*: ready: http://\(.*\)/api$|\1|p' "$out/log")
done

"$1/callbox" call "http://$address/api" product.create --json \
    '[{"sku":"A-1","name":"Hammer","kind":"tool","price":990,"stock":5}]' > "$out/called"
params='[{"sku":"B-2","name":"Nail","price":5,"stock":5000,"sold_until":"2027-12-31"}]'
tests/clients/modules.sh tests/mcp "$out/mcp"
tests/clients/modules.sh tests/browser "$out/browser"
cp tools/picture/*.mjs "$out/browser"
CHROMIUM=$(command -v "$CHROMIUM") timeout 60 node "$out/browser/explorer.mjs" "$address" \
    "#product.create?params=$params" "$out/explorer.png"

# The inspector's page.
cd "$out/mcp"
printf '{"mcpServers":{"inventory":{"type":"streamable-http","url":"http://%s/api/mcp"}}}' \
    "$address" > servers.json
HOME=$PWD DANGEROUSLY_OMIT_AUTH=true MCP_AUTO_OPEN_ENABLED=false MCP_INSPECTOR_SECRET_STORE=memory \
    node --import ./older_node.mjs \
    node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js \
    --web --config servers.json > inspector.log 2>&1 &
inspector=$!
page=
tries=0
until [ -n "$page" ] || [ $tries = 200 ]; do
    sleep 0.1
    tries=$((tries + 1))
    page=$(sed -n 's|^ *\(http://127.0.0.1:[0-9]*\)$|\1|p' inspector.log)
done
CHROMIUM=$(command -v "$CHROMIUM") timeout 60 node "$out/browser/inspector.mjs" "$page" \
    "$out/inspector.png"

cd "$tree"
for name in explorer inspector; do
    size=$(wc -c < "$out/$name.png")
    [ "$size" -lt 150000 ] || { echo "picture: $name.png is too large: $size bytes"; exit 1; }
    cp "$out/$name.png" tools/
    echo "picture: tools/$name.png, $size bytes"
done
