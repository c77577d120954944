#!/bin/sh
## Test typed clients of hostile documents: node, Python; KINDS="typescript c++ bounds"
# shellcheck disable=SC2086
exec tests/clients/hostile/run.sh "$1" ${KINDS-}
