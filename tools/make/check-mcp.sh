#!/bin/sh
## Test the MCP server with libraries for AI clients: node
exec tests/mcp/run.sh "$@"
