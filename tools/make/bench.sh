#!/bin/sh
## Measure the server beside one that does nothing: wrk
exec tools/bench/run.sh "$@"
