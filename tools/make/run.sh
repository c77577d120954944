#!/bin/sh
## Serve the example with the explorer on 127.0.0.1:8080
echo 'Explorer: http://127.0.0.1:8080/api/browse    From another terminal:'
echo "curl -H 'Content-Type: application/json' http://127.0.0.1:8080/api" \
    "-d '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"math.add\",\"params\":[2,3]}'"
exec "$1/callbox" serve --listen 127.0.0.1:8080 --mount /api --enable-web-browsable-api
