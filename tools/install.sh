#!/bin/sh
# install.sh BUILT DESTDIR PREFIX VERSION: the program, the library, its headers and callbox.pc, to
# DESTDIR/PREFIX. install.sh --remove DESTDIR PREFIX: takes them away again.
set -eu
to=$2$3

if [ "$1" = --remove ]; then
    echo "UNINSTALL $to"
    rm -f "$to/bin/callbox" "$to/lib/libcallbox.a" "$to/lib/pkgconfig/callbox.pc"
    rm -rf "$to/include/callbox"
    exit
fi
echo "INSTALL $to"
install -d "$to/bin" "$to/lib/pkgconfig" "$to/include/callbox"
install -m 755 "$1/callbox" "$to/bin/"
install -m 644 "$1/libcallbox.a" "$to/lib/"
install -m 644 include/callbox/*.hpp "$to/include/callbox/"
cat > "$to/lib/pkgconfig/callbox.pc" << END
prefix=$3
Name: callbox
Description: JSON-RPC 2.0 over HTTP/1.1: a server library for C++20
Version: $4
Cflags: -I\${prefix}/include
Libs: -L\${prefix}/lib -lcallbox -pthread
END
