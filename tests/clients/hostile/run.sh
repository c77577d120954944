#!/bin/sh
# run.sh FOLDER [typescript|python|c++|bounds]...: FOLDER/callbox-openrpc generates clients from
# documents with hostile strings in every place, and from large documents; check.py checks them.
# npm's TypeScript is installed in FOLDER/clients. CXX is the compiler.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
folder=$(cd "$1" && pwd) || exit 1
shift
# shellcheck disable=SC1091
. "$here/../server.sh"
is_all_here check-clients node npm python3 timeout || exit
"$here/../modules.sh" "$here/.." "$folder/clients" || exit
exec timeout -k 5 3000 python3 -B "$here/check.py" "$folder" "$@"
