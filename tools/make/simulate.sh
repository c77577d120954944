#!/bin/sh
## Simulate servers, clients and a failing kernel: SEEDS=1-3000
build=$(dirname "$1")
${MAKE:-make} -s MODE=sanitized BUILD="$build" "$build/sanitized/libcallbox.a" || exit
sanitize='-fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all'
COMPILE="$COMPILE -O1 -g1 -fno-omit-frame-pointer $sanitize" \
    exec tests/simulate/run.sh "$build/sanitized" "$2"
