#!/bin/sh
## Test the document with the OpenRPC project's tools: node
exec tests/openrpc/run.sh "$@"
