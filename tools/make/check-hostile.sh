#!/bin/sh
## Check typed clients of hostile documents: node, Python
exec tests/clients/hostile/run.sh "$@"
