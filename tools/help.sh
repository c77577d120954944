#!/bin/sh
# Lists the targets of `make`: those of the Makefile with "## ", and tools/make/*.sh, described by
# their second lines.
cd "$(dirname "$0")/.." || exit
awk 'split($0, part, "## ") == 2 && (part[1] == "" || sub(/:.*/, "", part[1])) {
    name = FILENAME
    gsub(".*/|[.]sh$", "", name)
    printf "make %-13s %s\n", part[1] == "" ? name : part[1], part[2]
}' Makefile tools/make/*.sh
