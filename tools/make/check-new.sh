#!/bin/sh
## Check that what tools/new.sh makes builds, installed library or not, and serves
set -u
rm -rf "$2" && mkdir -p "$2" && folder="$(cd "$2" && pwd)/a b" && tree=$PWD || exit
mkdir "$folder"
status=0
fail() { echo "check-new: $*"; status=1; }

for wrong in '' -x 1x _x 'a b' 'a/' 'a;b'; do
    (cd "$folder" && "$tree/tools/new.sh" "$wrong" > /dev/null 2>&1) && fail "takes \"$wrong\""
done
for name in from-tree from-installed tests; do
    (cd "$folder" && "$tree/tools/new.sh" "$folder/$name" > /dev/null) || fail "new.sh $name"
    (cd "$folder" && "$tree/tools/new.sh" "$name" > /dev/null 2>&1) && fail 'overwrites'
done
# A PREFIX with a blank would need quotes that pkg-config does not give.
installed=${folder%/*}/installed
${MAKE:-make} -s install DESTDIR= PREFIX="$installed" > /dev/null || fail install
make() {
    project=$folder/$1
    shift
    PKG_CONFIG_PATH=$pkg_config PKG_CONFIG_LIBDIR=$folder/none \
        command ${MAKE:-make} -s -C "$project" CXXFLAGS='-O0 -Wall -Wextra -Werror' "$@"
}
# Whether the program is built anew when that file is newer.
depends_on() {
    make "$1" > /dev/null || fail "$1 does not build"
    built=$(stat -c %Y.%y "$folder/$1/build/$1")
    make "$1" && [ "$(stat -c %Y.%y "$folder/$1/build/$1")" = "$built" ] || fail "$1: built twice"
    touch "$2"
    make "$1" && [ "$(stat -c %Y.%y "$folder/$1/build/$1")" != "$built" ] ||
        fail "$1 does not depend on $2"
}
program=$1/callbox
until_ready() {
    tries=0
    until "$program" probe "unix:$1:/readyz" 2> /dev/null || [ $tries = 100 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
}
for name in from-tree from-installed; do
    pkg_config=$([ $name = from-tree ] && echo "$folder/none" || echo "$installed/lib/pkgconfig")
    if [ $name = from-installed ] && ! command -v pkg-config > /dev/null; then
        fail 'pkg-config is missing: apt-get install pkg-config'
        continue
    fi
    make $name || fail "$name does not build"
    [ "$(make $name test)" = 'All is well.' ] || fail "$name: its test"
    case $("$folder/$name/build/$name" --version) in
        "$name 0.1.0, callbox "*) ;;
        *) fail "$name --version" ;;
    esac
    socket=$folder/$name/s
    variable=$(echo "$name" | tr a-z- A-Z_)_LISTEN
    env "$variable=unix:$socket" timeout 20 "$folder/$name/build/$name" 2> /dev/null &
    server=$!
    until_ready "$socket"
    got=$("$program" call "unix:$socket:/api" hello Ada)
    [ "$got" = '"Hello, Ada!"' ] || fail "$name answers $got"
    kill $server && wait $server || fail "$name ended with $?"
done
pkg_config=$installed/lib/pkgconfig
for file in "$folder/from-installed/methods.hpp" "$installed/include/callbox/run.hpp" \
    "$installed/lib/libcallbox.a"; do
    depends_on from-installed "$file"
done
pkg_config=$folder/none
depends_on from-tree "$folder/from-tree/methods.hpp"
# The example is built, tested and called: what it answers is in its file, and found again.
example=$folder/inventory
cp -r tools/examples/inventory "$example" && rm -rf "$example/build"
chmod 600 "$example/tokens"
serve_inventory() {
    (cd "$example" && exec timeout 20 build/inventory --listen "unix:$example/s" \
        --token-file tokens --db kept.json 2> log) &
    server=$!
    until_ready "$example/s"
}
as() {
    CALLBOX_TOKEN="$1-$1-$1-$1"
    export CALLBOX_TOKEN
    shift
    "$program" call "unix:$example/s:/api" "$@" 2>&1
}
command ${MAKE:-make} -s -C "$example" CALLBOX="$tree" library="$tree/$1/libcallbox.a" \
    CXXFLAGS='-O0 -Wall -Wextra -Werror' build/inventory test > "$example/made" 2>&1 ||
    fail "inventory: $(cat "$example/made")"
serve_inventory
as owner product.create --json '[{"sku":"A-1","name":"Hammer","price":990}]' > /dev/null ||
    fail 'inventory: product.create'
[ "$(as scale stock.receive A-1 3)" = 3 ] || fail 'inventory: stock.receive'
case $(as scale stock.value) in
    'error -32601: '*) ;;
    *) fail 'inventory: the scale sees what it may not' ;;
esac
kill $server && wait $server || fail "inventory ended with $?"
serve_inventory
[ "$(as owner stock.value)" = 2970 ] || fail 'inventory: the file is not read again'
kill $server && wait $server || fail "inventory ended with $?"
# A program that is named as a target is, libraries of one's own, and no folder of this machine.
[ "$(make tests test)" = 'All is well.' ] || fail 'a project named tests'
rm "$folder/tests/build/tests.test"
make tests test LDLIBS=-lthere-is-none > /dev/null 2>&1 && fail 'LDLIBS is not looked at'
grep -rF "$tree" "$folder/tests/Makefile" "$folder"/tests/*.?pp && fail 'names a folder'
# Other build systems, the compiler alone, and older languages.
tests/packages/run.sh "$installed" "${folder%/*}/packages" || status=1
# A wrong example is found.
sed -i 's/"Hello, Ada!"/"Hello, Bob!"/' "$folder/from-tree/methods.hpp"
pkg_config=$folder/none
make from-tree test > /dev/null 2>&1 && fail 'a wrong example passes'
[ $status = 0 ] &&
    echo 'check-new: built from the tree and from what is installed, in each way, tested, served'
exit $status
