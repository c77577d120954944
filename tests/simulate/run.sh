#!/bin/sh
# run.sh FOLDER INTO: builds the simulation from tests/simulate and FOLDER/libcallbox.a, which was
# built with sanitizers, and runs the seeds SEEDS in two processes: FIRST-LAST, or one seed, which
# prints every event. COMPILE compiles like the library.
set -u
folder=$1
out=$2
seeds=${SEEDS:-1-3000}
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1
calls='epoll_create1 epoll_ctl epoll_wait eventfd accept4 recv send ioctl shutdown close write read
    clock_gettime getrandom getsockopt setsockopt getsockname fcntl'

mkdir -p "$out" && out=$(cd "$out" && pwd) && folder=$(cd "$folder" && pwd) || exit
cd "$root" || exit

rm -f "$out"/*.o
find tests/simulate tests/support/transcript.cpp -name '*.cpp' |
    xargs -P2 -I{} sh -c '
    object=$1/$(basename "$2" .cpp).o
    $0 -Itests -Wno-conversion -c -o "$object" "$2"' "$COMPILE" "$out" {} || exit
# shellcheck disable=SC2086
$COMPILE "-Wl$(printf ',--wrap=%s' $calls)" -o "$out/simulate" "$out"/*.o \
    "$folder/libcallbox.a" || exit

first=${seeds%-*}
last=${seeds#*-}
if [ "$first" = "$last" ]; then
    exec "$out/simulate" "$first" "$last"
fi
middle=$(((first + last) / 2))
timeout -k 5 600 "$out/simulate" "$first" "$middle" &
other=$!
timeout -k 5 600 "$out/simulate" $((middle + 1)) "$last"
status=$?
wait "$other" && exit $status
