#!/bin/sh
# run.sh FOLDER INTO: builds the comparison from tests/shapes and FOLDER/libcallbox.a, and runs the
# seeds in SEEDS (FIRST-LAST) in two processes.
set -u
folder=$1
out=$2
seeds=${SEEDS:-1-42000}
root=$(cd "$(dirname "$0")/../.." && pwd) || exit 1

mkdir -p "$out" || exit
# shellcheck disable=SC2086
$COMPILE -I"$root/tests" -Wno-conversion -o "$out/shapes" "$root"/tests/shapes/*.cpp \
    "$folder/libcallbox.a" || exit

first=${seeds%-*}
last=${seeds#*-}
middle=$(((first + last) / 2))
timeout -k 5 600 "$out/shapes" "$first" "$middle" &
other=$!
timeout -k 5 600 "$out/shapes" $((middle + 1)) "$last"
status=$?
wait "$other" && exit $status
