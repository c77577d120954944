#!/bin/sh
## Attack the server over real sockets: slow and hostile clients, SIGTERM under load
set -eu
mkdir -p "$2"
${CXX:-g++} -std=c++20 -pthread -O1 -Wall -Wextra -Wshadow -Iinclude -Isrc -Itests \
    tests/attacks/*.cpp tests/support/program.cpp "$1/libcallbox.a" -o "$2/attacks"
exec "$2/attacks" "$1/callbox"
