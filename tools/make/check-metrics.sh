#!/bin/sh
## Check by promtool (Debian: prometheus) what /metrics says
set -eu
command -v promtool > /dev/null || { echo 'check-metrics: promtool is missing'; exit 1; }
mkdir -p "$2"
"$1/callbox" --listen "unix:$2/s" --workers 2 2> "$2/log" &
server=$!
trap 'kill $server' EXIT
tries=0
until curl -s --unix-socket "$2/s" http://localhost/livez > "$2/live" || [ $tries = 100 ]; do
    tries=$((tries + 1))
    sleep 0.1
done
call() {
    curl -sS --max-time 10 --unix-socket "$folder/s" -H "Content-Type: application/json" -d "$1" \
        http://localhost/api > "$folder/answer"
}
folder=$2
call '[{"jsonrpc":"2.0","method":"ping","id":1},{"jsonrpc":"2.0","method":"math.add","id":2}]'
call '{"jsonrpc":"2.0","method":"\"} 1\nno","id":1}'
curl -sS --unix-socket "$2/s" http://localhost/metrics > "$2/metrics"
grep -q '^callbox_calls_total{method="ping"} 1$' "$2/metrics"
promtool check metrics < "$2/metrics"
echo "check-metrics: promtool accepts $(grep -c '^callbox' "$2/metrics") lines"
