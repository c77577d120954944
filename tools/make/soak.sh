#!/bin/sh
## Run a soak test with valid, invalid, slow and aborted traffic: MINUTES=1
# Over TCP and a unix socket, with two workers, with the release library and the methods of
# tests/soak/server.cpp. Every response is checked. After each round of 4 seconds all clients leave,
# and all descriptors must be closed. The memory at rest must not grow by 2 MiB from the mean of the
# first third of the rounds to the mean of the last. Fragments in the heaps of ten threads would
# hide growth: the threads share one heap, which returns large blocks to the system.
set -eu
: "${MINUTES:=1}" "${COMPILE:=${CXX:-g++} -std=c++20 -pthread -O2 -Iinclude -Isrc}"
mkdir -p "$2"
$COMPILE tests/soak/server.cpp "$1/libcallbox.a" -o "$2/server"
${CXX:-g++} -std=c++20 -pthread -O1 -Wall -Wextra -Wshadow -Iinclude -Isrc -Itests \
    tests/soak/main.cpp tests/soak/talk.cpp tests/soak/traffic.cpp tests/attacks/server.cpp \
    tests/support/program.cpp tests/support/transcript.cpp "$1/libcallbox.a" -o "$2/soak"
folder=$(mktemp -d)  # a socket's path is short
trap 'rm -rf "$folder"' EXIT
MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=65536 \
    "$2/soak" "$2/server" "$folder/socket" "$MINUTES"
