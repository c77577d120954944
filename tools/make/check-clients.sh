#!/bin/sh
## Check with clients that others wrote: node, Python, C++
exec tests/clients/run.sh "$@"
