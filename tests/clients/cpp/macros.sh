#!/bin/sh
# macros.sh COMPILER: prints lower-case macros of C++ and POSIX headers that are missing from
# tools/openrpc/generate/reserved.hpp; fails if there are any.
set -u
root=$(cd "$(dirname "$0")/../../.." && pwd) || exit 1
list=$(sed -n '/ cpp_macros =/,/;/p' "$root/tools/openrpc/generate/reserved.hpp" | tr -d '";')
headers='bits/stdc++.h arpa/inet.h dirent.h errno.h fcntl.h netdb.h netinet/in.h netinet/tcp.h
    poll.h pthread.h pwd.h signal.h sys/epoll.h sys/ioctl.h sys/mman.h sys/param.h sys/resource.h
    sys/select.h sys/socket.h sys/stat.h sys/sysmacros.h sys/time.h sys/types.h sys/un.h
    sys/wait.h syslog.h termios.h time.h unistd.h'
for header in $headers; do echo "#include <$header>"; done |
    "$1" -std=gnu++20 -O2 -dM -E -x c++ - |
    sed -nE 's/^#define ([a-z][a-z0-9]*(_[a-z0-9]+)*)[ (].*/\1/p' | {
    status=0
    while read -r name; do
        case " $(echo $list) " in *" $name "*) continue ;; esac
        echo "$name"
        status=1
    done
    exit $status
}
