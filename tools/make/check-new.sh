#!/bin/sh
## Check that what tools/new.sh makes builds, installed library or not, and serves
set -u
rm -rf "$2" && mkdir -p "$2" && folder=$(cd "$2" && pwd) && tree=$PWD || exit
status=0
fail() { echo "check-new: $*"; status=1; }

for wrong in '' -x 'a b' 'a/' 'a;b'; do
    (cd "$folder" && "$tree/tools/new.sh" "$wrong" > /dev/null 2>&1) && fail "takes \"$wrong\""
done
for name in from-tree from-installed; do
    (cd "$folder" && "$tree/tools/new.sh" "$name" > /dev/null) || fail "new.sh $name"
    (cd "$folder" && "$tree/tools/new.sh" "$name" > /dev/null 2>&1) && fail 'overwrites'
done
# A PREFIX with a blank would need quotes that pkg-config does not give.
${MAKE:-make} -s install DESTDIR= PREFIX="$folder/installed" > /dev/null || fail install
make() {
    PKG_CONFIG_PATH=$pkg_config PKG_CONFIG_LIBDIR=$folder/none \
        command ${MAKE:-make} -s -C "$folder/$1" CXXFLAGS='-O0 -Wall -Wextra -Werror' "$2"
}
for name in from-tree from-installed; do
    pkg_config=$folder/$([ $name = from-tree ] && echo none || echo installed/lib/pkgconfig)
    if [ $name = from-installed ] && ! command -v pkg-config > /dev/null; then
        fail 'pkg-config is missing: apt-get install pkg-config'
        continue
    fi
    make $name $name || fail "$name does not build"
    [ "$(make $name test)" = 'All is well.' ] || fail "$name: its test"
    socket=$folder/$name/s
    timeout 20 "$folder/$name/$name" --listen "unix:$socket" 2> /dev/null &
    server=$!
    tries=0
    until "$1/callbox" probe "unix:$socket:/readyz" 2> /dev/null || [ $tries = 100 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    got=$("$1/callbox" call "unix:$socket:/api" hello Ada)
    [ "$got" = '"Hello, Ada!"' ] || fail "$name answers $got"
    kill $server && wait $server || fail "$name ended with $?"
done
# A wrong example is found.
sed -i 's/"Hello, Ada!"/"Hello, Bob!"/' "$folder/from-tree/methods.hpp"
pkg_config=$folder/none
make from-tree test > /dev/null 2>&1 && fail 'a wrong example passes'
[ $status = 0 ] && echo 'check-new: built from the tree and from what is installed, tested, served'
exit $status
