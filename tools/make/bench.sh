#!/bin/sh
## Benchmark the server against a baseline that parses nothing: wrk
exec tools/bench/run.sh "$@"
