#!/bin/sh
## Generate the manual pages and the completions for bash, zsh and fish
# They are the same for all systems: a cross build uses those of a native build.
set -eu
if [ -n "${CROSS-}" ]; then
    ${MAKE:-make} -s CROSS= LIBC= CXX="${HOST_CXX:-c++}" AR=ar manual
    mkdir -p "$2" && cp build/manual/callbox* build/manual/_callbox* "$2"
    exit
fi
mkdir -p "$2"
# The date of the page is that of the commit, also in an unpacked source archive.
if [ -n "${SOURCE_DATE_EPOCH-}" ]; then date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)
elif [ -e .git ]; then date=$(TZ=UTC git log -1 --date=format-local:%F --format=%cd)
else date=$(date -u -r CHANGELOG.md +%F); fi
last=$2/callbox-openrpc.fish
if [ -f "$last" ] && [ "$last" -nt tools/manual.cpp ] && [ "$last" -nt "$1/callbox-openrpc" ] &&
    [ "$last" -nt "$1/libcallbox.a" ] && grep -q "$date" "$2/callbox-openrpc.1"; then exit; fi
# shellcheck disable=SC2086
$COMPILE -o "$2/manual" tools/manual.cpp "$1/libcallbox-openrpc.a" "$1/libcallbox.a"
for program in callbox callbox-openrpc; do
    for each in man:$program.1 bash:$program.bash zsh:_$program fish:$program.fish; do
        "$2/manual" "${each%%:*}" $program "$VERSION" "$date" > "$2/${each#*:}"
    done
done
