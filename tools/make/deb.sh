#!/bin/sh
## Create Debian packages of the programs, the library and the pages
# callbox, libcallbox-dev and callbox-doc, from the files of `make install`. They are reproducible.
# DEBFULLNAME and DEBEMAIL set the maintainer; the default is the address of the commit's author.
set -eu
umask 022
fail() { echo "deb: $*"; exit 1; }
command -v dpkg-deb > /dev/null || fail 'missing: apt-get install dpkg'
[ -z "${CROSS-}" ] || fail 'only for the architecture of this system, without CROSS and LIBC'
if readelf -d "$1/callbox" "$1/callbox-openrpc" | grep -q NEEDED; then
    fail 'the programs need shared libraries; build them without STATIC='
fi
commit=$(git log -1 --format='%ct %ae' 2> /dev/null) || commit=
: "${SOURCE_DATE_EPOCH:=${commit% *}}" "${DEBEMAIL:=${commit#* }}"
if [ -z "$SOURCE_DATE_EPOCH" ] || [ -z "$DEBEMAIL" ]; then
    fail 'not in a git repository: set SOURCE_DATE_EPOCH and DEBEMAIL'
fi
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-callbox authors} <$DEBEMAIL>"
architecture=$(dpkg --print-architecture)
triplet=$(${CXX:-g++} -print-multiarch)
# shellcheck disable=SC2153
version=$VERSION-1
rm -rf "$2" && mkdir -p "$2" && built=$(cd "$2" && pwd)
box=$built/callbox
dev=$built/libcallbox-dev
pages=$built/callbox-doc/usr/share/doc/callbox-doc
library=$dev/usr/lib/$triplet

# ---- Files.

# Debian has other folders for libraries of several architectures and for completions of zsh.
${MAKE:-make} -s install DESTDIR="$box" PREFIX=/usr > "$built/log" || fail "$(cat "$built/log")"
mkdir -p "$library" && mv "$box"/usr/lib/* "$library" && mv "$box/usr/include" "$dev/usr"
sed -i "s,}/lib,&/$triplet," "$library/pkgconfig/callbox.pc"
sed -i "s,/lib/lib,/lib/$triplet/lib,; s,/\.\./\.\./\.\.,&/..," \
    "$library/cmake/callbox/callbox-config.cmake"
mv "$box/usr/share/zsh/site-functions" "$box/usr/share/zsh/vendor-completions"
gzip -9n "$box"/usr/share/man/man1/*.1
mkdir -p "$box/usr/lib/systemd/system"
cp tools/deploy/systemd/* "$box/usr/lib/systemd/system"
sed -i 's,=/usr/local/bin/,=/usr/bin/,' "$box/usr/lib/systemd/system/callbox.service"

# The folders are those of the source: the links between the pages depend on them. The headers are
# in libcallbox-dev. Without the HTML of `make docs`, which depends on the version of Doxygen.
mkdir -p "$pages/tools"
find . -name '*.md' ! -path './build/*' ! -path './.git/*' -exec cp --parents {} "$pages" \;
cp tools/*.png "$pages/tools"
cp tools/bench/peers.svg "$pages/tools/bench"
cp -r tools/deploy tools/examples "$pages/tools"
rm -rf "$pages"/tools/examples/*/build
ln -s tools/examples "$pages/examples"
ln -s ../../../include "$pages/include"
# A link to a file of the source that is not here becomes its text.
sed -i 's,(LICENSE),(copyright),' "$pages/README.md"
touch "$pages/copyright"
find "$pages" -name '*.md' | while read -r page; do
    grep -oE '\]\([^() :]+\)' "$page" | sed 's/^](//; s/)$//; s/#.*//' | while read -r file; do
        case $file in include/* | */include/*) continue ;; esac
        [ -e "${page%/*}/$file" ] ||
            sed -i "s,\[\([^][]*\)\]($file\(#[^)]*\)\{0\,1\}),\1,g" "$page"
    done
done

# ---- Packages.

install -D -m 755 -t "$box/DEBIAN" tools/deploy/debian/*
mkdir -p "$box/usr/share/lintian/overrides"
cat > "$box/usr/share/lintian/overrides/callbox" << END
# One file each, which also runs in containers and empty roots.
callbox: statically-linked-binary
END

# package NAME SECTION ARCHITECTURE MULTIARCH: builds the package of the folder NAME. Standard input
# has its other fields.
package() {
    root=$built/$1
    about=$root/usr/share/doc/$1
    mkdir -p "$about" "$root/DEBIAN"
    gzip -9n < CHANGELOG.md > "$about/changelog.gz"
    gzip -9n > "$about/changelog.Debian.gz" << CHANGES
callbox ($version) unstable; urgency=medium

  * Version $VERSION: see changelog.gz.

 -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
CHANGES
    cat > "$about/copyright" << COPYRIGHT
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: callbox

Files: *
$(sed -n 's/^Copyright (c)/Copyright:/p' LICENSE)
License: Expat
$(sed -n '5,$ { s/^$/./; s/^/ /; p; }' LICENSE)
COPYRIGHT
    find "$root/usr" -type d -exec chmod 755 {} +
    find "$root/usr" -type f ! -path '*/bin/*' -exec chmod 644 {} +
    (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum > DEBIAN/md5sums)
    # In KB, as dpkg-gencontrol counts it.
    size=$(find "$root/usr" -type f -printf '%s\n' -o -printf '1\n' |
        awk '{ sum += int(($1 + 1023) / 1024) } END { print sum }')
    cat > "$root/DEBIAN/control" << CONTROL
Package: $1
Source: callbox
Version: $version
Section: $2
Priority: optional
Architecture: $3
Multi-Arch: $4
Maintainer: $maintainer
Installed-Size: $size
$(cat)
CONTROL
    file=$built/$1_${version}_$3.deb
    dpkg-deb --root-owner-group -Zxz --build "$root" "$file" > "$built/log" ||
        fail "$(cat "$built/log")"
    rm -r "$root"
    echo "deb: ${file#"$PWD"/}"
}
# A static program contains parts of glibc, whose licence requires its source to be available.
package callbox net "$architecture" foreign << FIELDS
Built-Using: $(dpkg-query -W -f '${source:Package} (= ${source:Version})' libc6-dev)
Suggests: callbox-doc
Description: JSON-RPC 2.0 server over HTTP/1.1, with its tools
 callbox serves methods by JSON-RPC 2.0 over HTTP and WebSockets, and calls
 those of any server. It describes them as an OpenRPC document, on the command
 line, and in an explorer page for browsers.
 .
 callbox-openrpc compares OpenRPC documents and generates typed clients for
 TypeScript, Python and C++. Units for systemd are installed, but not enabled.
FIELDS
# Not Depends: on g++, as any compiler of C++20 will do, also of another package or architecture.
package libcallbox-dev libdevel "$architecture" same << FIELDS
Depends: libc6-dev (>= $(dpkg-query -W -f '${source:Upstream-Version}' libc6-dev))
Recommends: g++ (>= 4:12) | clang (>= 1:14)
Suggests: callbox-doc, pkg-config | cmake
Description: JSON-RPC 2.0 server over HTTP/1.1 - library for C++20
 Plain functions, named in one constexpr table, are served by JSON-RPC 2.0.
 From the table the compiler derives dispatch, the checks of every call, the
 OpenRPC document, help on the command line, and the forms of an explorer page.
 .
 This package has the static libraries, the headers and files for CMake and
 pkg-config.
FIELDS
package callbox-doc doc all foreign << FIELDS
Suggests: libcallbox-dev
Description: JSON-RPC 2.0 server over HTTP/1.1 - documentation
 The guide to the C++ library, its cookbook, the manual for operators, files
 for systemd, proxies, containers and Prometheus, and example programs.
FIELDS
