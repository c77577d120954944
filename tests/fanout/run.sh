#!/bin/sh
# run.sh BUILT FOLDER: builds the example with the library in BUILT and runs fanout.py.
set -u
# Debian's programs of PostgreSQL are not in PATH.
for initdb in $(command -v initdb) /usr/lib/postgresql/*/bin/initdb; do
    programs=$(dirname "$(realpath "$initdb")")
    [ -x "$programs/postgres" ] && [ -x "$programs/psql" ] && break
    programs=
done
missing=
[ -n "$programs" ] || missing=' postgresql'
for name in haproxy curl setpriv pkg-config; do
    command -v $name > /dev/null || missing="$missing $name"
done
pkg-config --exists libpq 2> /dev/null || missing="$missing libpq-dev"
for name in python3 /usr/bin/python3; do  # Debian's Python need not be first in PATH
    $name -c 'import websockets' 2> /dev/null && python=$name && break
done
[ -n "${python-}" ] || missing="$missing python3-websockets"
if [ -n "$missing" ]; then
    echo "check-fanout: missing:$missing; apt-get install postgresql libpq-dev pkg-config haproxy" \
        curl python3-websockets >&2
    exit 1
fi
example=tools/examples/fanout
rm -rf "$2" && mkdir -p "$2" && cp $example/main.cpp $example/Makefile "$2" &&
    ${MAKE:-make} -s -C "$2" CALLBOX="$PWD" library="$PWD/$1/libcallbox.a" \
        CXXFLAGS='-O0 -Wall -Wextra -Werror' || exit
exec timeout -k 15 240 "$python" -B tests/fanout/fanout.py "$2/build/fanout" "$1/callbox" \
    "$programs"
