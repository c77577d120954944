#!/bin/sh
## Fuzz parsers, responses and connections: clang; SECONDS_EACH=20
exec tests/fuzz/run.sh "$@"
