#!/bin/sh
## Check the Debian packages in a new Debian: root, lintian, debootstrap, cmake
# They are installed, used to build the README's program, which is called, and purged. The processes
# and mounts of the new Debian are in namespaces of their own and end with them.
set -u
export LC_ALL=C
# shellcheck disable=SC1091
. tools/skipped.sh
fail() { echo "check-deb: $*"; exit 1; }
skip() { skipped check-deb "$*"; exit; }
if [ "$(id -u)" != 0 ]; then skip 'no root: chroot requires it'; fi

if [ "$$" != 1 ]; then
    missing=
    for tool in lintian debootstrap cmake; do
        command -v $tool > /dev/null || missing="$missing $tool"
    done
    [ -z "$missing" ] || fail "missing: apt-get install$missing"
    unshare --mount --pid --fork true 2> /dev/null || skip 'no permission to create namespaces'
    trap 'rm -rf "$2/debian"' EXIT
    trap 'exit 1' HUP INT TERM
    rm -rf "$2" && mkdir -p "$2" || exit
    unshare --mount --pid --fork --kill-child "$0" "$@" &
    inner=$!
    trap 'kill -KILL $inner 2> /dev/null; wait $inner; exit 1' HUP INT TERM
    wait $inner
    exit
fi

# ---- The packages: reproducible, and without errors for lintian.

# Another tree with the same commit and programs, in which other targets have left files.
packages=$(echo "${2%/*}"/deb/*.deb)
mkdir "$2/tree" || exit
{
    find . -path ./build -prune -o -type f -print0
    find "$1" -path "$1/clients" -prune -o -type f -print0
} | xargs -0 cp -a --parents -t "$2/tree" || fail 'no second tree'
mkdir -p "$2/tree/${1%/*}/docs" && echo '<html>' > "$2/tree/${1%/*}/docs/index.html" || exit
(cd "$2/tree" && umask 077 && TZ=Asia/Tokyo tools/make/deb.sh "$1" "${1%/*}/deb") > "$2/log" ||
    fail "$(cat "$2/log")"
for each in $packages; do
    cmp "$each" "$2/tree/${1%/*}/deb/${each##*/}" || fail 'deb is not reproducible'
done
rm -r "$2/tree"
# The tag is about reports of bugs in Debian.
# shellcheck disable=SC2086
lintian --allow-root --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs \
    $packages || fail lintian

# ---- The new Debian, from the mirror of apt.

# shellcheck disable=SC2016
mirror=$(apt-get indextargets --format '$(SITE) $(CODENAME)' 'Created-By: Packages' \
    'Origin: Debian' 'Label: Debian' | head -1)
[ -n "$mirror" ] || skip 'no Debian mirror in the sources of apt'
root=$(cd "$2" && pwd)/debian
debootstrap --variant=minbase --include=g++,pkgconf "${mirror#* }" "$root" "${mirror% *}" \
    > "$2/log" 2>&1 || skip "no Debian from ${mirror% *}: $(tail -1 "$2/log")"
inside() { chroot "$root" "$@" || fail "in the new Debian: $*"; }
# All files except the records of dpkg and the logs.
files() { (cd "$root" && find . -xdev ! -path './var/lib/dpkg/*' ! -path './var/log/*') | sort; }
wanted=$root/etc/systemd/system/sockets.target.wants/callbox.socket
mkdir -p "$root/run/systemd/system" "${wanted%/*}"
# Records the commands to systemd.
# shellcheck disable=SC2016
printf '#!/bin/sh\necho "$*" >> /var/log/systemctl\n' > "$root/usr/bin/systemctl"
chmod 755 "$root/usr/bin/systemctl"
files > "$2/before"

# shellcheck disable=SC2086
cp $packages "$root"
inside sh -c 'dpkg --install /*.deb' > "$2/log" || fail "$(cat "$2/log")"
rm "$root"/*.deb
grep -q daemon-reload "$root/var/log/systemctl" || fail 'systemd does not reload its units'
grep -wE 'start|restart|enable' "$root/var/log/systemctl" && fail 'the installation starts callbox'
[ -z "$(inside dpkg --verify callbox libcallbox-dev callbox-doc)" ] || fail 'dpkg --verify'
tests/packages/links.sh "$root/usr/share/doc/callbox-doc" || fail 'a page has a broken link'

# answers SOCKET PROGRAM [ARGUMENT]...: starts the program without privileges, calls and stops it.
answers() {
    socket=unix:/tmp/$1
    shift
    chroot --userspec=65534:65534 "$root" "$@" 2> "$root/tmp/log" &
    server=$!
    tries=0
    until chroot "$root" callbox probe "$socket" 2> /dev/null || [ $tries = 100 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    got=$(chroot "$root" callbox call "$socket:/api" math.add 2 3 2>&1)
    [ "$got" = 5 ] || fail "$* returns \"$got\": $(cat "$root/tmp/log")"
    kill $server
    wait $server || fail "$* exited with $?"
}
# shellcheck disable=SC2016
sed -n '/^```cpp$/,/^```$/ { /^```/!p; /^```$/q; }' README.md > "$root/tmp/main.cpp"
# shellcheck disable=SC2016
inside sh -c 'cd /tmp && g++ -std=c++20 main.cpp $(pkg-config --cflags --libs callbox) -o my-api'
answers library /tmp/my-api --listen unix:/tmp/library
# The program with the command line and the environment of its unit.
unit=$root/usr/lib/systemd/system/callbox.service
# shellcheck disable=SC2046
answers unit env CALLBOX_LISTEN=unix:/tmp/unit $(sed -n 's/^Environment=//p' "$unit") \
    $(sed -n 's/^ExecStart=//p' "$unit")

mkdir "$2/cmake" && cat > "$2/cmake/CMakeLists.txt" << 'END_OF_LISTS' || exit
cmake_minimum_required(VERSION 3.18)
project(check CXX)
find_package(callbox REQUIRED)
foreach(each callbox openrpc)
    get_target_property(library callbox::${each} IMPORTED_LOCATION)
    if(NOT EXISTS "${library}")
        message(FATAL_ERROR "no ${library}")
    endif()
endforeach()
END_OF_LISTS
cmake -S "$2/cmake" -B "$2/cmake/built" -Dcallbox_DIR="$(echo "$root"/usr/lib/*/cmake/callbox)" \
    > "$2/log" 2>&1 || fail "cmake: $(cat "$2/log")"

# ---- Nothing remains, not even the links of `systemctl enable`.

ln -s /usr/lib/systemd/system/callbox.socket "$wanted"
inside dpkg --purge callbox libcallbox-dev callbox-doc > "$2/log" || fail "$(cat "$2/log")"
grep -q 'stop.* callbox.socket' "$root/var/log/systemctl" || fail 'the purge does not stop callbox'
rm -rf "$root"/tmp/*
files | diff "$2/before" - || fail 'files remain or are missing'
echo "check-deb: ${mirror#* }, 3 packages, installed, called, purged"
