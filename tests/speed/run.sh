#!/bin/sh
# run.sh FOLDER [INTO]: fails if a workload of tools/bench/codec.cpp, linked to FOLDER/libcallbox.a,
# needs more instructions or heap allocations than ceilings.txt allows. Counts are the same in every
# run of a program. The ceilings are for one compiler; for others the counts are only printed.
# A message of a WebSocket must need fewer than the same HTTP request.
# Also fails if the time to read a head reveals where its token differs from a known one.
# run.sh --set FOLDER [INTO]: writes ceilings.txt with the measured counts.
set -u
writes_ceilings=
if [ "$1" = --set ]; then
    writes_ceilings=1
    shift
fi
folder=$1
out=${2-$folder/speed}
here=$(cd "$(dirname "$0")" && pwd) || exit 1
root=$here/../..
ceilings=$here/ceilings.txt
: "${COMPILE:=c++ -std=c++20 -pthread -O2 -I$root/include -I$root/src}"
export COMPILE

main() {
    mkdir -p "$out" &&
        "$root/tools/bench/codec.sh" --count "$folder" "$out" > "$out/measured" || return
    if ! is_ours; then
        cat "$out/measured"
        echo 'check-speed: not checked: the ceilings are for g++ 12 on x86-64'
        [ -z "$writes_ceilings" ]
    elif [ -n "$writes_ceilings" ]; then
        write_ceilings > "$out/ceilings" && cp "$out/ceilings" "$ceilings" && cat "$ceilings"
    else
        judge && takes_one_time
    fi
}

# Whether heads with other tokens take the same instructions wherever the tokens differ.
# shellcheck disable=SC2086
takes_one_time() {
    $COMPILE -static -o "$out/tokens" "$here/tokens.cpp" "$folder/libcallbox.a" || return
    for place in 00 01 16 31 43; do
        valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect=refused \
            --log-file="$out/tokens.log" "$out/tokens" "$place" || return
        sed -n 's/.*Collected : //p' "$out/tokens.log"
    done | sort | uniq -c > "$out/tokens.counts"
    if ! grep -qx ' *5 [1-9][0-9]*' "$out/tokens.counts"; then
        echo 'check-speed: the time of a head reveals where its token differs from a known one'
        return 1
    fi
    echo 'heads with other tokens take the same time wherever the tokens differ'
}

# shellcheck disable=SC2086
is_ours() {
    $COMPILE -dM -E -x c++ /dev/null > "$out/macros" &&
        grep -q '^#define __GNUC__ 12$' "$out/macros" &&
        grep -q '^#define __x86_64__ 1$' "$out/macros" &&
        ! grep -q __clang__ "$out/macros"
}

write_ceilings() {
    cat << 'END'
# Ceilings of `make check-speed`: 3 % more instructions than measured with g++ 12 on x86-64, and no
# more heap allocations. `tests/speed/run.sh --set build/release` writes this file.
# Instructions, their unit, heap allocations per unit, workload.
END
    awk '{ printf "%9d%s\n", $1 * 1.03, substr($0, 10) }' "$out/measured"
}

judge() {
    awk '
    /^#/ { next }
    {
        name = $0
        sub(/^ *[^ ]+ +[^ ]+ +[^ ]+ +/, "", name)
    }
    FILENAME == ARGV[1] {
        instructions[name] = $1
        allocations[name] = $3
        next
    }
    {
        measured[name] = $1
        known = name in instructions
        printf "%9d of %9s a %-5s  %s\n", $1, known ? instructions[name] : "?", $2, name
        ++workloads
        if (!known) {
            report("has no ceiling")
            next
        }
        if ($1 > instructions[name])
            report($1 " instructions a " $2 ", the ceiling is " instructions[name])
        if ($3 > allocations[name])
            report($3 " heap allocations a " $2 ", the ceiling is " allocations[name])
        delete instructions[name]
    }
    END {
        for (name in instructions) report("was not measured")
        compare("math.add, a WebSocket message", "math.add, an HTTP request")
        compare("math.add, over a WebSocket", "math.add, through a connection")
        compare("math.add, 16 pipelined messages", "math.add, 16 pipelined requests")
        if (failures || !workloads) exit 1
        print workloads " workloads, none above its ceiling"
    }
    function compare(message, request) {
        name = message
        if (measured[message] >= measured[request]) report("not fewer than " request)
    }
    function report(what) {
        print "check-speed: " name ": " what
        ++failures
    }' "$ceilings" "$out/measured"
}

main
