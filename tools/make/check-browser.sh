#!/bin/sh
## Check the explorer in Chromium; screenshots: build/check-browser
exec tests/browser/run.sh "$@"
