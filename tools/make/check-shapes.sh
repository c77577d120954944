#!/bin/sh
## Compare responses with and without the fast path: SEEDS=1-42000
exec tests/shapes/run.sh "$1" "$2"
