#!/bin/sh
## Check that other parsers split requests as callbox does: llhttp, h11, nginx
exec tests/differential/run.sh "$@"
