#!/bin/sh
# run.sh FOLDER: C++ clients of all documents must compile with each installed compiler, which must
# refuse wrong calls; three are used with their servers. COMPILE is the compiler with the flags of
# FOLDER, SEED the seed for random values.
# shellcheck disable=SC2154
set -u
folder=$1
out=$folder/clients/cpp
documents=$folder/clients/documents
here=$(cd "$(dirname "$0")" && pwd) || exit 1
: "${COMPILE:=c++ -std=c++20 -pthread -Iinclude}" "${SEED:=1}"
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror'
# shellcheck disable=SC1091
. "$here/../server.sh"
# shellcheck disable=SC1091
. "$here/../../../tools/skipped.sh"

failed() {
    echo "FAILED: c++: $*"
    exit 1
}

# compile COMPILER OPTION...
compile() {
    with=$1
    shift
    # shellcheck disable=SC2086
    $with -std=c++20 $warnings -Iinclude -I"$out" -I"$here" "$@"
}

mkdir -p "$out"
for compiler in g++ clang++; do
    command -v $compiler > /dev/null || continue
    "$here/macros.sh" $compiler || failed "a macro of $compiler is not in reserved.hpp"
done
: > "$out/all.cpp"
for document in "$documents"/*.json; do
    name=$(basename "$document" .json | tr -- '-.' __)
    "$folder/callbox-openrpc" client c++ "$document" --name "$name" > "$out/$name.hpp" \
        2> "$out/$name.notes" || failed "$name: $(cat "$out/$name.notes")"
    space=$(sed -n '0,/^namespace / s/^namespace \([a-z0-9_]*\).*/\1/p' "$out/$name.hpp")
    echo "#include \"$name.hpp\"" >> "$out/all.cpp"
    for what in calling notifying collecting; do
        echo "template class $space::Calls<callbox::$what>;" >> "$out/all.cpp"
    done
done
for compiler in g++ clang++; do
    if ! command -v $compiler > /dev/null; then
        skipped check-clients "no $compiler" || exit
        continue
    fi
    compile $compiler -fsyntax-only "$out/all.cpp" || failed "$compiler refuses a client"
    sed '/ refused$/d' "$here/wrong.cpp" | compile $compiler -fsyntax-only -x c++ - ||
        failed "$compiler refuses valid calls"
    limit=-fmax-errors=0
    [ $compiler = g++ ] || limit=-ferror-limit=0
    compile $compiler $limit -fsyntax-only "$here/wrong.cpp" 2>&1 |
        sed -nE 's/^([^:]*:)([0-9]+):.*error:.*/\1\2/p' | sed "s,^$here/,," > "$out/errors"
    refuses "$here/wrong.cpp" "$out/errors" || failed "$compiler accepts or refuses it wrongly"
    echo "ok: c++: $compiler accepts all clients and refuses $(marked "$here/wrong.cpp" | wc -l)" \
        "wrong calls"
done
"$folder/callbox-openrpc" client c++ "$documents/example.json" > "$out/golden.hpp" &&
    diff -u "$here/../example.hpp" "$out/golden.hpp" || failed "the example's client has changed"

# A list of all named types except enumerations of errors, for round_trip.cpp.
{
    printf '#include "%s.hpp"\n' everything inventory
    echo 'template <class...> struct types {};'
    for name in everything inventory; do
        sed -n -E "/ = -?[0-9]/d; s/^(struct|using|enum class) (\w+)(;| = | \{ ).*/$name::\2/p" \
            "$out/$name.hpp"
    done | sort -u | paste -sd, | sed 's/.*/using named_types = types<&>;/'
} > "$out/types.hpp"
# shellcheck disable=SC2086
$COMPILE -O0 $warnings -I"$out" -o "$out/use" "$here"/use.cpp "$here"/calls.cpp \
    "$here"/failures.cpp "$here"/round_trip.cpp "$folder/libcallbox.a" ||
    failed 'use.cpp does not compile'
start_all "$out" || failed 'a server does not become ready'

# peer NAME COMMAND...: starts a program that ends with its input, the FIFO. Its output is in NAME.
peer() {
    name=$1
    shift
    : > "$out/$name"
    timeout -k 5 300 "$@" < "$out/end" > "$out/$name" &
    peers="${peers-} $!"
}

# first NAME: prints the first line of a peer's output, once it is complete.
first() {
    for _ in $(seq 300); do
        [ "$(wc -l < "$out/$1")" = 0 ] || break
        sleep 0.1
    done
    head -n 1 "$out/$1"
}

rm -f "$out/end"
mkfifo "$out/end" || exit
peer answers python3 -B "$here/../typed/answers.py" cpp
peer proxy node "$here/../typed/busy.mjs" "$everything"
exec 3> "$out/end"
timeout -k 5 300 "$out/use" "$example" "$everything" "$inventory" "$SEED" "$(first proxy)" \
    "$(first answers)"
status=$?
exec 3>&-
# shellcheck disable=SC2086
wait ${peers-} || failed "the servers of answers.py or busy.mjs fail"
sed 1d "$out/answers" | grep . && failed 'an answer was requested too often, or not often enough'
exit $status
