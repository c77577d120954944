#!/bin/sh
# Checks the part of the style that a script can check. The rest is in src/README.md.
set -u
cd "$(dirname "$0")/.." || exit 1
status=0

tools/layers.sh || status=1

# The page of the compiler's messages is generated from tests/refuses.
page=$(tools/docs/messages.sh) || status=1
printf '%s\n' "$page" | diff tools/docs/messages.md - || status=1

# All files: no trailing blanks, no tabs except in the Makefile. Code: at most 100 characters per
# line (180 in the explorer) and 400 lines per file.
find . -type f ! -path './.git/*' ! -path './build/*' \
    ! -path './tests/wire/*.txt' ! -name '*.png' |
LC_ALL=C sort | LC_ALL=C xargs awk '
FNR == 1 {
    code = FILENAME !~ /\.(md|txt|json)$|LICENSE/
    columns_max = FILENAME ~ /site\/explorer/ ? 180 : 100
}
/[ \t\r]$/ { report("trailing blanks") }
/\t/ && !(FILENAME == "./Makefile" && /^\t[^\t]*$/) { report("a tab") }
code {
    characters = $0
    gsub(/[\200-\277]/, "", characters)
    if (length(characters) > columns_max) report("longer than " columns_max " characters")
    if (FNR == 401) report("more than 400 lines")
}
function report(what) {
    print FILENAME ":" FNR ": " what
    errors++
}
END { exit errors > 0 }
' || status=1

# Words with a plainer one, as far as a script can distinguish them.
old='tells?|told|whom|whoever|lest|anew|in vain|somebody|nobody|strangers?|mend(s|ed)?|bears?'
old="$old|likeness|mistakes?|wish(es)?|is said|so that|that is, if|gives? up|given up"
grep -rnwiE --exclude-dir=explorer --exclude=tidy.sh "$old" src include tools .ci ./*.md && status=1

[ "$status" = 0 ] && echo 'tidy: no errors'
exit "$status"
