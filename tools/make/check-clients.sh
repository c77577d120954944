#!/bin/sh
## Check with clients that others wrote and typed ones: node, Python, mypy
exec tests/clients/run.sh "$@"
