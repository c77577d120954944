#!/bin/sh
## Check the unit files and socket activation
set -u
# shellcheck disable=SC1091
. tools/skipped.sh
if ! command -v systemd-analyze > /dev/null; then
    skipped check-systemd 'no systemd: apt-get install systemd'
    exit
fi
mkdir -p "$2" && program=$(cd "$1" && pwd)/callbox && units=$(cd "$2" && pwd) || exit
fail() { echo "check-systemd: $*"; exit 1; }

cp tools/deploy/systemd/callbox.socket "$units" || exit
sed "s|^ExecStart=[^ ]*|ExecStart=$program|" tools/deploy/systemd/callbox.service \
    > "$units/callbox.service" || exit
said=$(cd "$units" && systemd-analyze verify --man=no --recursive-errors=no \
    ./callbox.service ./callbox.socket 2>&1) || fail "verify: $said"
[ -z "$said" ] || fail "verify: $said"
# The threshold is in tenths.
said=$(systemd-analyze security --offline=true --threshold=10 "$units/callbox.service" 2>&1) ||
    fail "the exposure level is too high: $(echo "$said" | tail -n 1)"

# systemd-socket-activate listens at a unix socket and starts the program at the first connection.
rm -f "$units/s"
timeout 30 systemd-socket-activate -l "$units/s" "$program" serve --sandbox=where-possible \
    2> "$units/log" &
activator=$!
tries=0
until [ -S "$units/s" ] || [ $tries = 100 ]; do sleep 0.05; tries=$((tries + 1)); done
got=$("$program" call "unix:$units/s:/api" math.add 2 3)
kill $activator
wait $activator
status=$?
[ "$got" = 5 ] || fail "started by a socket it returns \"$got\": $(cat "$units/log")"
# timeout passes the signal to the program, which drains and exits with 0.
[ $status = 0 ] || [ $status = 124 ] || [ $status = 143 ] || fail "it exited with $status"
grep -q 'callbox: ready: unix:' "$units/log" || fail "not ready: $(cat "$units/log")"
echo "check-systemd: $(systemd-analyze security --offline=true "$units/callbox.service" |
    sed -n 's/.*Overall exposure level[^:]*: //p' | cut -d ' ' -f 1,2), started by a socket"
