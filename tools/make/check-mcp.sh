#!/bin/sh
## Check the tools with AI clients' libraries: node
exec tests/mcp/run.sh "$@"
