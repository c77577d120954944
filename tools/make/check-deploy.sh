#!/bin/sh
## Check what tools/deploy says against the program: python3-yaml
# That it is YAML, of the kinds it should be, and that the program takes the words it is given.
set -u
status=0
fail() { echo "check-deploy: $*"; status=1; }
python3 -c 'import yaml' 2> /dev/null || PATH=/usr/bin:$PATH
export PATH
python3 -c 'import yaml' 2> /dev/null ||
    { echo 'check-deploy: missing: apt-get install python3-yaml'; exit 1; }
kinds=$(python3 - << 'END'
import yaml
docs = list(yaml.safe_load_all(open("tools/deploy/kubernetes.yaml")))
pod = docs[0]["spec"]["template"]["spec"]
box = pod["containers"][0]
own, all_of = box["securityContext"], pod["securityContext"]
assert own["readOnlyRootFilesystem"] and not own["allowPrivilegeEscalation"]
assert own["capabilities"]["drop"] == ["ALL"] and all_of["runAsNonRoot"]
assert all_of["seccompProfile"]["type"] == "RuntimeDefault"
assert box["livenessProbe"]["httpGet"]["path"] == "/livez"
assert box["readinessProbe"]["httpGet"]["path"] == "/readyz"
labels = docs[0]["spec"]["template"]["metadata"]["labels"]
assert docs[0]["spec"]["selector"]["matchLabels"] == labels
assert docs[1]["spec"]["selector"]["matchLabels"] == labels == docs[2]["spec"]["selector"]
assert docs[3]["spec"]["scaleTargetRef"]["name"] == docs[0]["metadata"]["name"]
seconds = [int(word[:-1]) for word in box["args"] if word[:-1].isdigit() and word[-1] == "s"]
assert sum(seconds) < pod["terminationGracePeriodSeconds"], "killed while it drains"
print(*(each["kind"] for each in docs))
print(*box["args"], file=open("build/check-deploy.args", "w"))
END
) || fail 'kubernetes.yaml'
[ "$kinds" = 'Deployment PodDisruptionBudget Service HorizontalPodAutoscaler' ] || fail "$kinds"

# With one word more it would be refused for that word, were the others right.
read -r words < build/check-deploy.args
# shellcheck disable=SC2086
said=$("$1/callbox" $words last 2>&1)
case $said in
*'unexpected word "last" behind "30s"'*) ;;
*) fail "kubernetes.yaml: $said" ;;
esac
grep -q 'CMD \["/callbox", "probe", "http://127.0.0.1:8080"\]' tools/deploy/Dockerfile ||
    fail 'the Dockerfile has no health check'
[ "$status" = 0 ] && echo "check-deploy: $kinds; $words"
exit $status
