#!/bin/sh
## Check the release program in its sandbox, linked statically and not
${MAKE:-make} -s BUILD="$2" STATIC= "$2/release/callbox" || exit
export COMPILE
LINK=-static tests/sandbox/run.sh "$2/static" "$1/callbox" "$1/libcallbox.a" || exit
LINK='' exec tests/sandbox/run.sh "$2/dynamic" "$2/release/callbox" "$2/release/libcallbox.a"
