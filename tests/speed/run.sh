#!/bin/sh
# run.sh FOLDER [INTO]: fails when a workload of tools/bench/codec.cpp, by FOLDER/libcallbox.a,
# needs more instructions or heap allocations than ceilings.txt allows. The same program counts the
# same at every run; ceilings are for one compiler, and of others the counts are only shown.
# run.sh --set FOLDER [INTO]: writes ceilings.txt anew, by what is measured.
set -u
set_anew=
if [ "$1" = --set ]; then
    set_anew=1
    shift
fi
folder=$1
into=${2-$folder/speed}
here=$(cd "$(dirname "$0")" && pwd) || exit 1
root=$here/../..
ceilings=$here/ceilings.txt
: "${COMPILE:=c++ -std=c++20 -pthread -O2 -I$root/include -I$root/src}"
export COMPILE

main() {
    mkdir -p "$into" &&
        "$root/tools/bench/codec.sh" --count "$folder" "$into" > "$into/measured" || return
    if ! is_ours; then
        cat "$into/measured"
        echo 'check-speed: no judgement: the ceilings are for g++ 12 on x86-64'
        [ -z "$set_anew" ]
    elif [ -n "$set_anew" ]; then
        write_ceilings > "$into/ceilings" && cp "$into/ceilings" "$ceilings" && cat "$ceilings"
    else
        judge
    fi
}

# shellcheck disable=SC2086
is_ours() {
    $COMPILE -dM -E -x c++ /dev/null > "$into/macros" &&
        grep -q '^#define __GNUC__ 12$' "$into/macros" &&
        grep -q '^#define __x86_64__ 1$' "$into/macros" &&
        ! grep -q __clang__ "$into/macros"
}

write_ceilings() {
    cat << 'END'
# What `make check-speed` allows: 3 % more instructions than were measured with g++ 12 on x86-64,
# and no more heap allocations. `tests/speed/run.sh --set build/release` writes this file.
# Instructions, what they are for, heap allocations for one, workload.
END
    awk '{ printf "%9d%s\n", $1 * 1.03, substr($0, 10) }' "$into/measured"
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
        known = name in instructions
        printf "%9d of %9s a %-4s  %s\n", $1, known ? instructions[name] : "?", $2, name
        ++workloads
        if (!known) {
            say("has no ceiling")
            next
        }
        if ($1 > instructions[name])
            say($1 " instructions a " $2 ", the ceiling is " instructions[name])
        if ($3 > allocations[name])
            say($3 " heap allocations a " $2 ", the ceiling is " allocations[name])
        delete instructions[name]
    }
    END {
        for (name in instructions) say("was not measured")
        if (faults || !workloads) exit 1
        print workloads " workloads, none above its ceiling"
    }
    function say(what) {
        print "check-speed: " name ": " what
        ++faults
    }' "$ceilings" "$into/measured"
}

main
