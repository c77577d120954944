#!/bin/sh
## Test with third-party and typed clients: node, Python, mypy
exec tests/clients/run.sh "$@"
