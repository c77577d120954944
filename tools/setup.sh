#!/bin/sh
# Installs Criterion, which the tests need, with the system's package manager, unless it is
# installed. --is-there: only checks. CXX may contain include paths.
set -u

main() {
    if is_there; then
        [ "${1-}" = --is-there ] || echo 'setup: Criterion is installed'
    elif [ "${1-}" = --is-there ]; then
        echo 'The tests need Criterion, which is not installed: run "make setup".' >&2
        return 1
    else
        install_with "$(manager)" && is_there && return
        echo 'setup: Criterion is still not found. Its source is at' >&2
        echo 'https://github.com/Snaipe/Criterion; set CPPFLAGS and LDFLAGS to its location.' >&2
        return 1
    fi
}

is_there() {
    echo '#include <criterion/criterion.h>' | ${CXX:-c++} -x c++ -E - > /dev/null 2>&1
}

manager() {
    for name in apt-get dnf pacman zypper apk; do
        if command -v "$name" > /dev/null; then
            echo "$name"
            return
        fi
    done
}

install_with() {
    case $1 in
        apt-get)
            set -- libcriterion-dev apt-get install -y --no-install-recommends libcriterion-dev
            as_root apt-get update -q || return ;;
        dnf)    set -- criterion-devel dnf install -y criterion-devel ;;
        pacman) set -- criterion pacman -S --needed --noconfirm criterion ;;
        zypper) set -- criterion-devel zypper --non-interactive install criterion-devel ;;
        apk)    set -- criterion-dev apk add criterion-dev ;;
        *)      echo 'setup: unknown package manager. Install Criterion manually:' >&2
                echo 'libcriterion-dev, criterion-devel, criterion-dev or criterion.' >&2
                return 1 ;;
    esac
    package=$1
    shift
    as_root "$@" || { echo "setup: could not install the package $package" >&2; return 1; }
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo > /dev/null; then
        echo "setup: sudo $*"
        sudo "$@"
    else
        echo "setup: run this as root: $*" >&2
        return 1
    fi
}

main "$@"
