#!/bin/sh
# refuses.sh FILE STAMP: checks that FILE does not compile, and that the compiler's messages contain
# the texts of its `// refuses: TEXT` lines and a line number of FILE. If so, creates STAMP. V=1
# prints the length of the messages.
set -u
: "${CXX:=c++}"
file=$1
wanted=$(sed -n 's|^ *// refuses: *||p' "$file")
if said=$(LC_ALL=C $CXX -std=c++20 -Iinclude -fsyntax-only "$file" 2>&1); then
    error='it compiles'
elif [ -z "$wanted" ]; then
    error='it has no line "// refuses: TEXT"'
elif printf '%s\n' "$said" | grep -q 'fatal error:'; then
    error='it fails for another reason'
elif printf '%s\n' "$said" | grep -q 'tests/refuses/[a-z_]*\.hpp:.*error:'; then
    error='an error in a shared header'
elif ! printf '%s\n' "$said" | grep -q "$(basename "$file"):[0-9]"; then
    error='no message has a line number of it'
else
    error=$(printf '%s\n' "$wanted" | while IFS= read -r text; do
        printf '%s\n' "$said" | grep -qF -e "$text" || echo "missing message \"$text\""
    done)
fi
if [ "${V-}" = 1 ]; then echo "refuses: $file: $(printf '%s\n' "$said" | wc -l) lines"; fi
if [ -z "$error" ]; then mkdir -p "$(dirname "$2")" && touch "$2" && exit; fi
printf '%s: %s. Messages of %s:\n%s\n' "$file" "$error" "$CXX" "$said" | head -n 40
exit 1
