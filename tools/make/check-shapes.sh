#!/bin/sh
## Compare answers with and without known shapes, SEEDS=1-42000
exec tests/shapes/run.sh "$1" "$2"
