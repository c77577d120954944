#!/bin/sh
## Test the release program in its sandbox, linked statically and dynamically
# The second program has the same objects, linked dynamically.
mkdir -p "$2"
$COMPILE -s -Wl,--gc-sections -o "$2/callbox" "$1"/obj/src/app/*.o "$1/libcallbox.a" || exit
export COMPILE
LINK=-static tests/sandbox/run.sh "$2/static" "$1/callbox" "$1/libcallbox.a" || exit
LINK='' exec tests/sandbox/run.sh "$2/dynamic" "$2/callbox" "$1/libcallbox.a"
