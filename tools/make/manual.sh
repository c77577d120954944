#!/bin/sh
## Make the manual page and the completions of bash, zsh and fish
# They are the same for every system: of a cross build, this one's are taken.
set -eu
if [ -n "${CROSS-}" ]; then
    ${MAKE:-make} -s CROSS= LIBC= CXX="${HOST_CXX:-c++}" AR=ar manual
    mkdir -p "$2" && cp build/manual/callbox* build/manual/_callbox "$2"
    exit
fi
mkdir -p "$2"
if [ -f "$2/callbox.fish" ] && [ "$2/callbox.fish" -nt tools/manual.cpp ] &&
    [ "$2/callbox.fish" -nt "$1/libcallbox.a" ]; then exit; fi
# shellcheck disable=SC2086
$COMPILE -o "$2/manual" tools/manual.cpp "$1/libcallbox.a"
version=$(cat "$1/version.stamp")
for each in man:callbox.1 bash:callbox.bash zsh:_callbox fish:callbox.fish; do
    "$2/manual" "${each%%:*}" callbox "$version" > "$2/${each#*:}"
done
