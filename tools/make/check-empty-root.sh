#!/bin/sh
## Test the release program alone in an empty root, as process 1: root
# The conditions of an image FROM scratch: only the program, a numeric user, signals from outside.
set -u
# shellcheck disable=SC1091
. tools/skipped.sh
if [ "$(id -u)" != 0 ]; then
    skipped check-empty-root 'no root: chroot requires it'
    exit
fi
for tool in chroot unshare nsenter timeout; do
    command -v $tool > /dev/null || { echo "check-empty-root: $tool is missing"; exit 1; }
done
rm -rf "$2" && mkdir -p "$2" && folder=$(cd "$2" && pwd) || exit
rootless=$(mktemp -d) && chmod 755 "$rootless" && install -m 555 "$1/callbox" "$rootless" || exit
status=0 server='' init=''
fail() { echo "check-empty-root: $*"; status=1; }
end() {
    if [ -n "$init" ]; then kill -KILL "$init" 2> /dev/null; fi
    rm -rf "$rootless"
}
trap end EXIT

inside() { timeout 20 chroot --userspec=65532:65532 "$rootless" /callbox "$@"; }
# As process 1 of a new PID namespace; $init is its PID outside.
begin() {
    : > "$folder/said"
    timeout -k 5 60 unshare --pid --fork --kill-child chroot --userspec=65532:65532 "$rootless" \
        /callbox serve --listen 127.0.0.1:0 --listen '[::1]:0' "$@" 2> "$folder/said" &
    server=$!
    tries=0
    until [ "$(grep -c 'http://' "$folder/said")" = 2 ] || [ $tries = 100 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    url=$(grep -o 'http://127.0.0.1:[0-9]*' "$folder/said" | head -1)
    url6=$(grep -o 'http://\[::1\]:[0-9]*' "$folder/said" | head -1)
    # shellcheck disable=SC2013
    for middle in $(cat /proc/$server/task/$server/children); do
        init=$(cat "/proc/$middle/task/$middle/children")
        init=${init% }
    done
    grep -q '^NSpid:.*[[:space:]]1$' "/proc/$init/status" || fail "$init is not process 1"
}
ended() {
    wait $server
    result=$?
    init=''
    [ $result = "$1" ] || fail "$2: it exited with $result"
}

[ "$(find "$rootless" -mindepth 1)" = "$rootless/callbox" ] || fail 'the root is not empty'
size=$(wc -c < "$1/callbox")
[ "$size" -lt 2000000 ] || fail "the program has $size bytes"

begin --drain-delay-ms 2s
[ "$(awk '/^Uid/ { print $2, $3, $4 }' "/proc/$init/status")" = '65532 65532 65532' ] ||
    fail 'it has the wrong user'
[ "$(awk '/^CapEff/ { print $2 }' "/proc/$init/status")" = 0000000000000000 ] ||
    fail 'it has capabilities'
for each in "$url" "$url/readyz" "$url6" "$url6/readyz"; do
    inside probe "$each" || fail "probe $each"
done
[ "$(inside call "$url/api" math.add 2 3)" = 5 ] || fail 'a call'
inside openrpc > "$folder/openrpc" && [ -s "$folder/openrpc" ] || fail 'the document'
inside probe http://127.0.0.1:1 2> /dev/null && fail 'a probe without a server succeeds'

# Two orphans, whose parent exits before them.
nsenter -t "$init" -p sh -c '(sleep 0.2 & sleep 0.1 &) ; exit 0' || fail 'cannot create orphans'
sleep 0.6
left=$(cat "/proc/$init/task/$init/children")
[ -z "$left" ] || fail "zombies are left: $left"

kill -TERM "$init"
sleep 0.3
inside probe "$url" || fail 'it is not alive while draining'
inside probe "$url/readyz" 2> /dev/null && fail 'it is ready while draining'
ended 0 'by SIGTERM'

begin
kill -INT "$init"
ended 0 'by SIGINT'

begin --drain-delay-ms 1m
kill -TERM "$init"
sleep 0.2
kill -TERM "$init"
ended 0 'by a second SIGTERM'
[ $status = 0 ] && echo "check-empty-root: $size bytes, alone, process 1, user 65532"
exit $status
