#!/bin/sh
## Test events of two instances through PostgreSQL: postgresql, libpq-dev, haproxy, curl
exec tests/fanout/run.sh "$@"
