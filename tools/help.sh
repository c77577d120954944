#!/bin/sh
# Lists what `make` takes: targets of the Makefile with "## ", and tools/make/*.sh, whose second
# lines say what they do.
cd "$(dirname "$0")/.." || exit
awk 'split($0, part, "## ") == 2 && (part[1] == "" || sub(/:.*/, "", part[1])) {
    name = FILENAME
    gsub(".*/|[.]sh$", "", name)
    printf "make %-13s %s\n", part[1] == "" ? name : part[1], part[2]
}' Makefile tools/make/*.sh
