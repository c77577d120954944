#!/bin/bash
## Test metrics, rules and alerts with Prometheus: prometheus, curl
# Prometheus scrapes two instances with prometheus.yml: one on a machine, one as a pod.
set -eu
for tool in promtool prometheus curl; do
    command -v $tool > /dev/null ||
        { echo "check-metrics: $tool is missing: apt-get install prometheus curl"; exit 1; }
done
rm -rf "$2" && mkdir -p "$2" && program=$1/callbox folder=$2 deploy=tools/deploy started=()
end() {
    [ $BASHPID = $$ ] || return 0
    kill "${started[@]}" 2> /dev/null || true
    wait
}
trap end EXIT
fail() { echo "check-metrics: $*"; exit 1; }
# await FILE PATTERN: waits up to 10 s for a match; prints the number at its end.
await() {
    local found tries
    for ((tries = 0; tries < 100; ++tries)); do
        if found=$(grep -soE "$2" "$1"); then
            echo "${found##*[^0-9]}"
            return
        fi
        sleep 0.1
    done
    fail "$1 lacks $2: $(tail -n 3 "$1")"
}
begin() {
    "$program" --listen 127.0.0.1:0 --admin-listen 127.0.0.1:0 --workers 2 2> "$folder/$1" &
    started+=($!)
    api=$(await "$folder/$1" 'ready: http://[0-9.:]*')
    admin=$(await "$folder/$1" 'admin: http://[0-9.:]*')
}
call() {
    curl -sS --max-time 10 -H 'Content-Type: application/json' -d "$1" \
        "http://127.0.0.1:$api/api" > "$folder/answer"
}

begin machine
machine=$admin
begin pod
one='{"jsonrpc":"2.0","method":"math.add","params":[2,3],"id":1}'
call "[$one,"'{"jsonrpc":"2.0","method":"ping","id":1},
    {"jsonrpc":"2.0","method":"math.add","id":2}]'
call '{"jsonrpc":"2.0","method":"\"} 1\nno","id":1}'
metrics() { curl -sS "http://127.0.0.1:$admin/metrics"; }
metrics > "$folder/metrics"
grep -q '^callbox_calls_total{method="ping"} 1$' "$folder/metrics"
promtool check metrics < "$folder/metrics"

# The shipped file with other addresses and a shorter scrape interval.
pod="{targets: ['127.0.0.1:1'], labels: {__meta_kubernetes_pod_ip: 127.0.0.1,
    __meta_kubernetes_pod_annotation_prometheus_io_scrape: 'true',
    __meta_kubernetes_pod_annotation_prometheus_io_path: /metrics,
    __meta_kubernetes_pod_annotation_prometheus_io_port: '$admin',
    __meta_kubernetes_namespace: here, __meta_kubernetes_pod_name: callbox-1}}"
sed -e "s/15s/1s/; s/127.0.0.1:9090/127.0.0.1:$machine/" \
    -e "s/kubernetes_sd_configs/static_configs/; s|role: pod|${pod//$'\n'/}|" \
    $deploy/prometheus.yml > "$folder/prometheus.yml"
cp $deploy/prometheus-rules.yml "$folder"
promtool check config "$folder/prometheus.yml" > "$folder/said" || fail "$(cat "$folder/said")"
cp tests/metrics/rules.yml "$folder/test.yml"
promtool test rules "$folder/test.yml" > "$folder/said" || fail "$(cat "$folder/said")"
timeout 60 prometheus --config.file="$folder/prometheus.yml" --storage.tsdb.path="$folder/data" \
    --web.listen-address=127.0.0.1:0 2> "$folder/prometheus" &
started+=($!)
asked=http://127.0.0.1:$(await "$folder/prometheus" 'Listening on" address=[0-9.:]*')

# Compares Prometheus's rate with that of the counters, during a constant load of a few seconds.
added() { metrics | sed -n 's/^callbox_calls_total{method="math.add"} //p'; }
load() {
    local end=$((SECONDS + $1))
    while [ $SECONDS -lt $end ]; do
        call "[$one,$one,$one,$one,$one,$one,$one,$one,$one,$one]"
        sleep 0.05
    done
}
load 4
first=$(added) since=$(date +%s%N)
load 7
counted=$(((($(added) - first) * 1000000000) / ($(date +%s%N) - since)))
value() {
    curl -sS --get "$asked/api/v1/query" --data-urlencode "query=$1" |
        sed -n 's/.*"result":\[{[^]]*"value":\[[^,]*,"\([^"]*\)"\].*/\1/p'
}
holds() {
    local got
    got=$(value "$1")
    awk -v got="$got" -v low="$2" -v high="$3" \
        'BEGIN { exit !(got != "" && got >= low && got <= high) }' ||
        fail "$1 is \"$got\", not from $2 to $3"
    printf '%s = %s\n' "$1" "$got"
}
holds 'sum(rate(callbox_calls_total{method="math.add"}[6s]))' \
    $((counted * 7 / 10)) $((counted * 13 / 10))
holds 'callbox:calls:rate1m{method="math.add"}' 1 1000000
holds 'callbox:call_duration_seconds:p99{method="math.add"} * 1e6' 0.01 10000
holds 'callbox_call_errors_total{code="-32602",pod="callbox-1"}' 1 1
holds 'callbox:memory:ratio{job="callbox"}' 0.00001 0.1
holds 'count(up{job=~"callbox.*"} == 1)' 2 2
# The metric of the HorizontalPodAutoscaler: the adapter's query with its placeholders replaced.
series=$(sed -n "s/.*seriesQuery: '\([a-z_]*\){.*/\1/p" $deploy/prometheus-adapter.yml)
query=$(sed -n "s/.*metricsQuery: '\(.*\)'$/\1/p" $deploy/prometheus-adapter.yml)
query=${query//<<.Series>>/$series}
query=${query//<<.LabelMatchers>>/namespace=\"here\",pod=~\"callbox-1\"}
holds "${query//<<.GroupBy>>/pod}" 1 2
echo "check-metrics: $(grep -c '^callbox' "$folder/metrics") lines accepted, scraped and queried"
