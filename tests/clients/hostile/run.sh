#!/bin/sh
# run.sh FOLDER [typescript|python|c++|bounds]...: FOLDER/callbox-openrpc makes clients of documents
# in which hostile strings stand everywhere, and of documents that are large: check.py says what
# must hold. npm's TypeScript is fetched into FOLDER/clients. CXX is the compiler.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
folder=$(cd "$1" && pwd) || exit 1
shift
# shellcheck disable=SC1091
. "$here/../server.sh"
is_all_here check-clients node npm python3 timeout || exit
"$here/../modules.sh" "$here/.." "$folder/clients" || exit
exec timeout -k 5 3000 python3 -B "$here/check.py" "$folder" "$@"
