#!/bin/sh
# run.sh FOLDER: the TypeScript and Python in the pages pass tsc, with the tutorial's options, and
# mypy --strict, with generated clients. tools/docs/blocks.awk describes the comments in the pages
# that name the code around a block. npm packages are installed in FOLDER/clients.
set -u
built=$(cd "$1" && pwd) && tree=$PWD || exit
out=$built/clients/pages
here=$(cd "$(dirname "$0")" && pwd) || exit
# shellcheck disable=SC1091
. "$here/../server.sh"
: "${COMPILE:=c++ -std=c++20 -pthread}"
PATH=$built:$PATH
export built tree COMPILE PATH

is_all_here check-clients node npm mypy timeout || exit
"$here/../modules.sh" "$here/.." "$built/clients" || exit
rm -rf "$out" && mkdir -p "$out" || exit
find . -name '*.md' ! -path './build/*' ! -path './.git/*' -exec grep -lE '^```(ts|python)$' {} + |
    sed 's,^\./,,' | LC_ALL=C sort | LC_ALL=C xargs awk -v root="$out" -f tools/docs/blocks.awk \
    > "$out/blocks" || exit
grep -E '^(ts|python) ' "$out/blocks" > "$out/list"
count=$(cut -d ' ' -f 1 "$out/list" | sort | uniq -c | tr -s ' \n' ' ')
[ "$(echo "$count" | wc -w)" = 4 ] || { echo "FAILED: pages: blocks:$count" && exit 1; }

status=0
while read -r language file place; do
    cd "${file%/*}" || exit
    name=${file##*/}
    case $language in
    ts) set -- "$built/clients/node_modules/.bin/tsc" --strict -t es2022 -m es2022 --noEmit ;;
    *) set -- mypy --no-error-summary --strict ;;
    esac
    if [ -f "$name.sh" ] && ! sh -e "$name.sh" > log 2>&1; then cat log; fi
    timeout -k 5 300 "$@" "$name" || { echo "FAILED: pages: $place" && status=1; }
done < "$out/list"
[ $status != 0 ] || echo "ok: pages:${count}blocks pass mypy and tsc"
exit $status
