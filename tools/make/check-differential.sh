#!/bin/sh
## Check that others read requests as callbox does: llhttp, h11, nginx
exec tests/differential/run.sh "$@"
