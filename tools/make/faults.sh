#!/bin/sh
## Inject faults: let each system call and each allocation fail once
build=$(dirname "$1")
${MAKE:-make} -s MODE=sanitized BUILD="$build" "$build/sanitized/libcallbox.a" \
    "$build/sanitized/libcallbox-openrpc.a" || exit
sanitize='-fsanitize=address,undefined -fno-sanitize=vptr -fno-sanitize-recover=all'
COMPILE="$COMPILE -O1 -g1 -fno-omit-frame-pointer $sanitize" \
    exec tests/faults/run.sh "$build/sanitized" "$2"
