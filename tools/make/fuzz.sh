#!/bin/sh
## Fuzz parsers, answers and connections: clang, SECONDS_EACH=20
exec tests/fuzz/run.sh "$@"
