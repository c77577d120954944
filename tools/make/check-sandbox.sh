#!/bin/sh
## Check the release program in its sandbox, linked statically and not
# The second program is the first one's objects, linked as usual.
mkdir -p "$2"
$COMPILE -s -Wl,--gc-sections -o "$2/callbox" "$1"/obj/src/app/*.o "$1/libcallbox.a" || exit
export COMPILE
LINK=-static tests/sandbox/run.sh "$2/static" "$1/callbox" "$1/libcallbox.a" || exit
LINK='' exec tests/sandbox/run.sh "$2/dynamic" "$2/callbox" "$1/libcallbox.a"
