#!/bin/sh
# The part of style that a machine can see. The rest is in src/README.md.
set -u
cd "$(dirname "$0")/.." || exit 1
status=0

tools/layers.sh || status=1

# In everything that people write: no trailing blanks, no tabs but make's. In code moreover: 100
# characters a line (180 in the explorer), 400 lines a file.
find . -type f ! -path './.git/*' ! -path './build/*' \
    ! -path './tests/wire/*.txt' ! -name '*.png' |
LC_ALL=C sort | LC_ALL=C xargs awk '
FNR == 1 {
    code = FILENAME !~ /\.(md|txt|json)$|LICENSE/
    columns_max = FILENAME ~ /site\/explorer/ ? 180 : 100
}
/[ \t\r]$/ { say("blanks at the end") }
/\t/ && !(FILENAME == "./Makefile" && /^\t[^\t]*$/) { say("a tab") }
code {
    characters = $0
    gsub(/[\200-\277]/, "", characters)
    if (length(characters) > columns_max) say("longer than " columns_max " characters")
    if (FNR == 401) say("more than 400 lines")
}
function say(what) {
    print FILENAME ":" FNR ": " what
    faults++
}
END { exit faults > 0 }
' || status=1

[ "$status" = 0 ] && echo 'tidy: nothing to say'
exit "$status"
