#!/bin/sh
# links.sh FOLDER: prints the links of the pages in FOLDER to files that do not exist, and fails if
# there are any.
set -u
! find "$1" -name '*.md' | LC_ALL=C sort | while read -r page; do
    grep -oE '\]\([^() :]+\)' "$page" | sed 's/^](//; s/)$//; s/#.*//' | while read -r link; do
        [ -e "${page%/*}/$link" ] || echo "${page#"$1/"}: no file for $link"
    done
done | grep .
