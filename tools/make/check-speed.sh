#!/bin/sh
## Check what calls cost, in instructions: valgrind
exec tests/speed/run.sh "$@"
