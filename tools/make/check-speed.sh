#!/bin/sh
## Check the instructions and allocations of calls: valgrind
exec tests/speed/run.sh "$@"
