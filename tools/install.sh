#!/bin/sh
# install.sh BUILT DESTDIR PREFIX VERSION MANUAL: the program, the library, its headers, callbox.pc,
# the CMake package and what is in the folder MANUAL, to DESTDIR/PREFIX.
# install.sh --remove DESTDIR PREFIX: takes them away again.
set -eu
to=$2$3
complete=$to/share/bash-completion/completions/callbox
zsh=$to/share/zsh/site-functions/_callbox
fish=$to/share/fish/vendor_completions.d/callbox.fish
page=$to/share/man/man1/callbox.1

if [ "$1" = --remove ]; then
    echo "UNINSTALL $to"
    rm -f "$to/bin/callbox" "$to/lib/libcallbox.a" "$to/lib/pkgconfig/callbox.pc" \
        "$page" "$complete" "$zsh" "$fish"
    rm -rf "$to/include/callbox" "$to/lib/cmake/callbox"
    exit
fi
echo "INSTALL $to"
install -d "$to/bin" "$to/lib/pkgconfig" "$to/include/callbox" \
    "$to/lib/cmake/callbox" "${page%/*}" "${complete%/*}" "${zsh%/*}" "${fish%/*}"
install -m 755 "$1/callbox" "$to/bin/"
install -m 644 "$1/libcallbox.a" "$to/lib/"
install -m 644 include/callbox/*.hpp "$to/include/callbox/"
install -m 644 "$5/callbox.1" "$page"
install -m 644 "$5/callbox.bash" "$complete"
install -m 644 "$5/_callbox" "$zsh"
install -m 644 "$5/callbox.fish" "$fish"
install -m 644 tools/cmake/callbox-config.cmake "$to/lib/cmake/callbox/"
sed "s/@VERSION@/$4/" tools/cmake/callbox-config-version.cmake \
    > "$to/lib/cmake/callbox/callbox-config-version.cmake"
cat > "$to/lib/pkgconfig/callbox.pc" << END
prefix=$3
Name: callbox
Description: JSON-RPC 2.0 over HTTP/1.1: a server library for C++20
Version: $4
Cflags: -I\${prefix}/include
Libs: -L\${prefix}/lib -lcallbox -pthread
END
