#!/bin/sh
# refuses.sh FILE STAMP: FILE must not compile, and the compiler must say what its
# `// refuses: TEXT` lines say, with the file's name and a line of it. STAMP is made when all this
# is so. V=1 tells how long it talked.
set -u
: "${CXX:=c++}"
file=$1
wanted=$(sed -n 's|^ *// refuses: *||p' "$file")
if said=$(LC_ALL=C $CXX -std=c++20 -Iinclude -fsyntax-only "$file" 2>&1); then
    fault='it compiles'
elif [ -z "$wanted" ]; then
    fault='it has no line "// refuses: TEXT"'
elif printf '%s\n' "$said" | grep -q 'fatal error:'; then
    fault='it fails for another reason'
elif printf '%s\n' "$said" | grep -q 'tests/refuses/[a-z_]*\.hpp:.*error:'; then
    fault='what it shares with others is wrong'
elif ! printf '%s\n' "$said" | grep -q "$(basename "$file"):[0-9]"; then
    fault='no line of it is named'
else
    fault=$(printf '%s\n' "$wanted" | while IFS= read -r text; do
        printf '%s\n' "$said" | grep -qF -e "$text" || echo "nothing says \"$text\""
    done)
fi
if [ "${V-}" = 1 ]; then echo "refuses: $file: $(printf '%s\n' "$said" | wc -l) lines"; fi
if [ -z "$fault" ]; then mkdir -p "$(dirname "$2")" && touch "$2" && exit; fi
printf '%s: %s. What %s said:\n%s\n' "$file" "$fault" "$CXX" "$said" | head -n 40
exit 1
