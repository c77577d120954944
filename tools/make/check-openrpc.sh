#!/bin/sh
## Check the document with the OpenRPC project's tools: node
exec tests/openrpc/run.sh "$@"
