#!/bin/sh
# Checks that a compiler reproduces the input of tools/literal: every byte, characters special to
# C++ and to the shell, no newline at the end, more than 200 KiB; that a page loses only its
# comments; and that a missing part of a page is an error.
set -eu
: "${CXX:=c++}"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

{
    awk 'BEGIN { for (i = 0; i < 256; i++) printf "\\%03o", i }' | xargs -0 printf
    printf '%s' '\n \" ??= ??/ )" )raw" R"( %d $(x) `x` /* // */ é 0000' "'"
} > "$folder/piece"
for i in 1 2 3 4 5 6 7 8 9 10; do
    cat "$folder/piece" "$folder/piece" > "$folder/page"
    mv "$folder/page" "$folder/piece"
done
tail -c 204801 "$folder/piece" > "$folder/page"
cat > "$folder/page.cpp" << 'END'
#include <unistd.h>
static constexpr char page[] =
#include "page.inc"
;
int main() { return write(1, page, sizeof page - 1) == sizeof page - 1 ? 0 : 1; }
END
# there_and_back FILE WANTED
there_and_back() {
    tools/literal "$1" > "$folder/page.inc"
    $CXX -std=c++20 -Wall -Wextra -Wpedantic -Werror -o "$folder/page.out" "$folder/page.cpp"
    "$folder/page.out" > "$folder/back" && cmp "$2" "$folder/back"
}

there_and_back "$folder/page" "$folder/page"

cat > "$folder/some.html" << 'END'
<p>
  // not this
<!-- part some.css -->
<!-- part some.js -->
</p>
END
cat > "$folder/some.css" << 'END'
a > i { top: 0; left: 0; }  /* why */
  b :is(u, s),
  i {
  top: 0;
}
END
cat > "$folder/some.js" << 'END'
// Gone.
const url = 'http://example';  // and this
  const f = () => {
    go(';}');
  }

  const either = /[/'] count/g.test(url) ? '/ , /' : other
    || "// :";
  try { go(a / 2, [b ? c : - 1]); } catch { /* nothing */ }
  return `a = ${url ? `${url} = b` : 0} , c` + 'it\'s , so' + c
    + url.at(/[.* ${}()|[\]\\/] = /g, '\\ , ');
END
cat > "$folder/wanted" << 'END'
<p>a>i{top:0;left:0}b :is(u,s),i{top:0;}
const url='http://example';const f=()=>{go(';}')}const either=/[/'] count/g.test(url)?'/ , /':other
||"// :";try{go(a/2,[b?c:-1])}catch{}return`a = ${url ? `${url} = b` : 0} , c`+'it\'s , so'+c
+url.at(/[.* ${}()|[\]\\/] = /g,'\\ , ');</p>
END
there_and_back "$folder/some.html" "$folder/wanted"
rm "$folder/some.js"
if tools/literal "$folder/some.html" > /dev/null 2> "$folder/log"; then
    echo 'literal: no error for a missing part of a page'
    exit 1
fi
grep -q some.js "$folder/log"
