#!/bin/sh
## Test the explorer in Chromium; screenshots in build/check-browser
exec tests/browser/run.sh "$@"
