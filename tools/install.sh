#!/bin/sh
# install.sh BUILT DESTDIR PREFIX VERSION MANUAL: installs the programs, the libraries, the headers,
# callbox.pc, the CMake package and the files of the folder MANUAL to DESTDIR/PREFIX.
# install.sh --remove DESTDIR PREFIX: removes them.
set -eu
to=$2$3
complete=$to/share/bash-completion/completions
zsh=$to/share/zsh/site-functions
fish=$to/share/fish/vendor_completions.d
pages=$to/share/man/man1
programs='callbox callbox-openrpc'

if [ "$1" = --remove ]; then
    echo "UNINSTALL $to"
    for each in $programs; do
        rm -f "$to/bin/$each" "$pages/$each.1" "$complete/$each" "$zsh/_$each" "$fish/$each.fish"
    done
    rm -f "$to/lib/libcallbox.a" "$to/lib/libcallbox-openrpc.a" "$to/lib/pkgconfig/callbox.pc"
    rm -rf "$to/include/callbox" "$to/lib/cmake/callbox"
    exit
fi
echo "INSTALL $to"
install -d "$to/bin" "$to/lib/pkgconfig" "$to/include/callbox/detail" \
    "$to/lib/cmake/callbox" "$pages" "$complete" "$zsh" "$fish"
for each in $programs; do
    install -m 755 "$1/$each" "$to/bin/"
    install -m 644 "$5/$each.1" "$pages/"
    install -m 644 "$5/$each.bash" "$complete/$each"
    install -m 644 "$5/_$each" "$zsh/"
    install -m 644 "$5/$each.fish" "$fish/"
done
install -m 644 "$1/libcallbox.a" "$1/libcallbox-openrpc.a" "$to/lib/"
install -m 644 include/callbox/*.hpp "$to/include/callbox/"
install -m 644 include/callbox/detail/*.hpp "$to/include/callbox/detail/"
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
