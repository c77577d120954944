#!/bin/sh
## Test workers and blocking methods with ThreadSanitizer
build=$(dirname "$1")
${MAKE:-make} -s MODE=threads BUILD="$build" "$build/threads/libcallbox.a" || exit
COMPILE="$COMPILE -g1 -fsanitize=thread" exec tests/threads/run.sh "$build/threads"
