#!/bin/sh
## Check projects created by tools/new.sh, with and without an installed library
set -u
rm -rf "$2" && mkdir -p "$2" && folder="$(cd "$2" && pwd)/a b" && tree=$PWD || exit
mkdir "$folder"
status=0
fail() { echo "check-new: $*"; status=1; }

for wrong in '' -x 1x _x 'a b' 'a/' 'a;b'; do
    (cd "$folder" && "$tree/tools/new.sh" "$wrong" > /dev/null 2>&1) && fail "accepts \"$wrong\""
done
for name in from-tree from-installed tests; do
    (cd "$folder" && "$tree/tools/new.sh" "$folder/$name" > /dev/null) || fail "new.sh $name"
    (cd "$folder" && "$tree/tools/new.sh" "$name" > /dev/null 2>&1) && fail 'overwrites'
done
# Not below `a b`: pkg-config does not quote a PREFIX with a blank.
installed=${folder%/*}/installed
${MAKE:-make} -s install DESTDIR= PREFIX="$installed" > /dev/null || fail install
make() {
    project=$folder/$1
    shift
    PKG_CONFIG_PATH=$pkg_config PKG_CONFIG_LIBDIR=$folder/none \
        command ${MAKE:-make} -s -C "$project" CXXFLAGS='-O0 -Wall -Wextra -Werror' "$@"
}
# depends_on PROJECT FILE: checks that the program is rebuilt if FILE is newer.
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
    [ "$(make $name test)" = 'All tests passed.' ] || fail "$name: its test"
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
    [ "$got" = '"Hello, Ada!"' ] || fail "$name returns $got"
    kill $server && wait $server || fail "$name exited with $?"
done
pkg_config=$installed/lib/pkgconfig
for file in "$folder/from-installed/methods.hpp" "$installed/include/callbox/run.hpp" \
    "$installed/lib/libcallbox.a"; do
    depends_on from-installed "$file"
done
pkg_config=$folder/none
depends_on from-tree "$folder/from-tree/methods.hpp"
# The example is built, tested and called; its data must survive a restart.
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
    *) fail 'inventory: scale sees a method outside its scope' ;;
esac
kill $server && wait $server || fail "inventory exited with $?"
serve_inventory
[ "$(as owner stock.value)" = 2970 ] || fail 'inventory: the data is lost after a restart'
kill $server && wait $server || fail "inventory exited with $?"
# The ticker; check-browser opens its page.
ticker=$folder/ticker
cp -r tools/examples/ticker "$ticker" && rm -rf "$ticker/build"
command ${MAKE:-make} -s -C "$ticker" CALLBOX="$tree" library="$tree/$1/libcallbox.a" \
    CXXFLAGS='-O0 -Wall -Wextra -Werror' > "$ticker/made" 2>&1 ||
    fail "ticker: $(cat "$ticker/made")"
(cd "$ticker" && exec timeout 20 build/ticker --listen "unix:$ticker/s" 2> log) &
server=$!
until_ready "$ticker/s"
case $("$program" call "unix:$ticker/s:/api" ticker.recent) in
    '[{"at":"2'*'"symbol":"ACME","value":'*) ;;
    *) fail 'ticker: ticker.recent' ;;
esac
kill $server && wait $server || fail "ticker exited with $?"
# A program with the name of a target, additional libraries, and no absolute paths in the files.
[ "$(make tests test)" = 'All tests passed.' ] || fail 'a project named tests'
rm "$folder/tests/build/tests.test"
make tests test LDLIBS=-lthere-is-none > /dev/null 2>&1 && fail 'LDLIBS is ignored'
grep -rF "$tree" "$folder/tests/Makefile" "$folder"/tests/*.?pp && fail 'has an absolute path'
# Other build systems, the compiler alone, and older languages.
tests/packages/run.sh "$installed" "${folder%/*}/packages" || status=1
# A wrong example is detected.
sed -i 's/"Hello, Ada!"/"Hello, Bob!"/' "$folder/from-tree/methods.hpp"
pkg_config=$folder/none
make from-tree test > /dev/null 2>&1 && fail 'a wrong example passes'
[ $status = 0 ] &&
    echo 'check-new: built from the tree and from the installed library, tested, served'
exit $status
