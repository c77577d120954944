#!/bin/sh
## Benchmark calls without a network: valgrind
exec tools/bench/codec.sh "$@"
