#!/bin/sh
## Check that builds and the source archive are reproducible
# Builds the source archive in two folders with different names, and creates the archive twice.
set -eu
: "${MAKE:=make}"
work=$2
rm -rf "$work"
mkdir -p "$work/a" "$work/further/down/b"
$MAKE -s dist
archive=$(echo "${2%/*}"/dist/callbox-*.tar.gz)
cp "$archive" "$work/first.tar.gz"
for tree in "$work/a" "$work/further/down/b"; do
    tar -xzf "$archive" -C "$tree" --strip-components=1
    (cd "$tree" && TZ=$tree LC_ALL=C $MAKE -s build/release/callbox manual)
done
# Later than the first, with another umask and time zone.
sleep 1
(umask 077 && TZ=Asia/Tokyo $MAKE -s dist)
status=0
same() {
    if ! cmp "$1" "$2"; then echo "check-reproducible: $1 and $2 differ"; status=1; fi
}
same "$work/first.tar.gz" "$archive"
for file in release/callbox release/callbox-openrpc release/libcallbox.a \
    release/libcallbox-openrpc.a manual/callbox.1 manual/callbox.bash manual/callbox-openrpc.1; do
    same "$work/a/build/$file" "$work/further/down/b/build/$file"
done
if grep -qaF "$PWD" "$work/a/build/release/callbox"; then
    echo 'check-reproducible: the program contains the path of its build folder'
    status=1
fi
[ $status = 0 ] && echo "check-reproducible: $(sha256sum < "$work/a/build/release/callbox")"
exit $status
