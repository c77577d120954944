#!/bin/sh
## Measure calls without a network: valgrind
exec tools/bench/codec.sh "$@"
