#!/bin/sh
## Test upgrades of the release program under load: wrk
set -eu
# shellcheck disable=SC1091
. tools/skipped.sh
if ! command -v wrk > /dev/null; then echo 'check-upgrade: wrk is not installed'; exit 1; fi
mkdir -p "$2"
: "${COMPILE:=c++ -std=c++20 -pthread -O2 -Iinclude -Isrc}"
$COMPILE -Itests -o "$2/drive" tests/upgrade/drive.cpp tests/support/load.cpp \
    tests/support/program.cpp "$1/libcallbox.a"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if unshare --pid --fork true 2> /dev/null; then
    said=$(timeout 10 unshare --pid --fork "$1/callbox" --listen "unix:$folder/s" --upgrade 2>&1) &&
        status=0 || status=$?
    if [ "$status" != 1 ] || [ "${said#*cannot be upgraded}" = "$said" ]; then
        echo "check-upgrade: process 1 of a container accepts --upgrade: $status, $said"
        exit 1
    fi
else
    skipped check-upgrade 'no permission to create a PID namespace'
fi
timeout -k 5 120 "$2/drive" "$1/callbox" "$folder"
