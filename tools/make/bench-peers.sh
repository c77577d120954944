#!/bin/sh
## Benchmark other JSON-RPC servers with the same workloads: wrk, node (INTO=FOLDER: copy the page)
exec tools/bench/peers/run.sh "$@"
