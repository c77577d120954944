#!/bin/sh
## Check several workers and slow methods with ThreadSanitizer
build=$(dirname "$1")
${MAKE:-make} -s MODE=threads BUILD="$build" "$build/threads/libcallbox.a" || exit
COMPILE="$COMPILE -g1 -fsanitize=thread" exec tests/threads/run.sh "$build/threads"
