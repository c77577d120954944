#!/bin/sh
## Check tools/deploy against the program: python3-yaml, curl
# Checks that the YAML files are valid and have the expected objects, that the program accepts the
# arguments in them, and that /metrics has each metric named in tools/deploy or the README.
set -u
status=0
fail() { echo "check-deploy: $*"; status=1; }
python3 -c 'import yaml' 2> /dev/null || PATH=/usr/bin:$PATH
export PATH
python3 -c 'import yaml' 2> /dev/null ||
    { echo 'check-deploy: missing: apt-get install python3-yaml'; exit 1; }
kinds=$(python3 - << 'END'
import re, yaml
docs = list(yaml.safe_load_all(open("tools/deploy/kubernetes.yaml")))
pod = docs[0]["spec"]["template"]["spec"]
box = pod["containers"][0]
own, shared = box["securityContext"], pod["securityContext"]
assert own["readOnlyRootFilesystem"] and not own["allowPrivilegeEscalation"]
assert own["capabilities"]["drop"] == ["ALL"] and shared["runAsNonRoot"]
assert shared["seccompProfile"]["type"] == "RuntimeDefault"
assert box["livenessProbe"]["httpGet"]["path"] == "/livez"
assert box["readinessProbe"]["httpGet"]["path"] == "/readyz"
labels = docs[0]["spec"]["template"]["metadata"]["labels"]
assert docs[0]["spec"]["selector"]["matchLabels"] == labels
assert docs[1]["spec"]["selector"]["matchLabels"] == labels == docs[2]["spec"]["selector"]
assert docs[3]["spec"]["scaleTargetRef"]["name"] == docs[0]["metadata"]["name"]
# The pod is scraped where it listens, and scaled by the metric of the adapter.
notes = docs[0]["spec"]["template"]["metadata"]["annotations"]
assert notes["prometheus.io/scrape"] == "true" and notes["prometheus.io/path"] == "/metrics"
assert int(notes["prometheus.io/port"]) == box["ports"][0]["containerPort"]
assert box["args"][2] == ":" + notes["prometheus.io/port"]
rule, = yaml.safe_load(open("tools/deploy/prometheus-adapter.yml"))["rules"]
scaled_on, = (each["pods"]["metric"]["name"] for each in docs[3]["spec"]["metrics"])
assert rule["seriesQuery"].split("{")[0] == scaled_on and "name" not in rule, scaled_on
seconds = [int(word[:-1]) for word in box["args"] if word[:-1].isdigit() and word[-1] == "s"]
assert sum(seconds) < pod["terminationGracePeriodSeconds"], "killed while draining"
# The drain delay is longer than each proxy takes to notice.
def numbers(file, pattern):
    return [int(n) for n in re.search(pattern, open("tools/deploy/" + file).read()).groups()]
probe, delay = box["readinessProbe"], "drain-delay-ms (\\d+)s"
assert seconds[0] >= 2 * probe["periodSeconds"] * probe["failureThreshold"], "readinessProbe"
every, times = numbers("haproxy.cfg", "check inter (\\d+)ms .* fall (\\d+)")
assert numbers("haproxy.cfg", delay)[0] * 1000 > 2 * every * times, "haproxy.cfg"
kept = numbers("nginx.conf", "keepalive_timeout (\\d+)s")
assert numbers("nginx.conf", delay) > kept, "nginx.conf"
unit = numbers("systemd/callbox.service", "DRAIN_DELAY_MS=(\\d+)s(?s:.*)TimeoutStopSec=(\\d+)")
assert 5 <= unit[0] and unit[0] + 30 < unit[1], "callbox.service"
print(*(each["kind"] for each in docs))
print(*box["args"], file=open("build/check-deploy.args", "w"))
END
) || fail 'kubernetes.yaml'
[ "$kinds" = 'Deployment PodDisruptionBudget Service HorizontalPodAutoscaler' ] || fail "$kinds"

# With an additional argument the program reports only that argument if the others are valid.
read -r words < build/check-deploy.args
# shellcheck disable=SC2086
said=$("$1/callbox" $words last 2>&1)
case $said in
*'unexpected argument "last" after "30s"'*) ;;
*) fail "kubernetes.yaml: $said" ;;
esac
grep -q 'CMD \["/callbox", "probe", "http://127.0.0.1:8080"\]' tools/deploy/Dockerfile ||
    fail 'the Dockerfile has no health check'

command -v curl > /dev/null || { echo 'check-deploy: missing: apt-get install curl'; exit 1; }
mkdir -p "$2"
"$1/callbox" --listen "unix:$2/s" 2> "$2/log" &
server=$!
tries=0
until "$1/callbox" probe "unix:$2/s" 2> "$2/probe" || [ $tries = 100 ]; do
    tries=$((tries + 1))
    sleep 0.05
done
"$1/callbox" call "unix:$2/s:/api" ping > "$2/answer"
curl -sS --unix-socket "$2/s" http://localhost/metrics > "$2/metrics"
kill $server && wait $server
sed -n 's/^# TYPE \([^ ]*\) .*/\1/p; s/^\(callbox_[a-z_]*\).*/\1/p' "$2/metrics" > "$2/there"
count=0
for name in $(grep -rhoE 'callbox_[a-z_]+(::)?' README.md tools/deploy | grep -v : | sort -u); do
    count=$((count + 1))
    grep -qx "$name" "$2/there" ||
        fail "/metrics has no $name: $(grep -rl "$name" README.md tools/deploy)"
done
for name in $(grep -ohE 'callbox:[a-z][a-z_0-9:]*' tools/deploy/README.md); do
    grep -q "record: $name\$" tools/deploy/prometheus-rules.yml || fail "no rule records $name"
done
[ $count -ge 5 ] || fail "found only $count metrics"
[ "$status" = 0 ] && echo "check-deploy: $kinds; $words; $count metrics"
exit $status
