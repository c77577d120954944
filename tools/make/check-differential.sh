#!/bin/sh
## Check that other parsers read requests and WebSockets as callbox does
exec tests/differential/run.sh "$@"
