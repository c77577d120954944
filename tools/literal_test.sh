#!/bin/sh
# Whether a compiler gives back the bytes that went into tools/literal: every byte there is, what
# means something to C++ or to the shell, no newline at the end, and more than 200 KiB of it.
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
tools/literal "$folder/page" > "$folder/page.inc"
cat > "$folder/page.cpp" << 'END'
#include <unistd.h>
static constexpr char page[] =
#include "page.inc"
;
int main() { return write(1, page, sizeof page - 1) == sizeof page - 1 ? 0 : 1; }
END
$CXX -std=c++20 -Wall -Wextra -Wpedantic -Werror -o "$folder/page.out" "$folder/page.cpp"
"$folder/page.out" > "$folder/back" && cmp "$folder/page" "$folder/back"
