#!/bin/sh
# codec.sh FOLDER [INTO]: measures calls without a network, and the parsing of JSON, with
# FOLDER/libcallbox.a: time, instructions (by callgrind), heap allocations. Prints Markdown; INTO is
# for its files. COMPILE is the compiler with the flags of FOLDER.
# codec.sh --count FOLDER INTO: prints only deterministic counts, a line for each workload:
# instructions per unit, unit ("call", "event" or "KiB"), heap allocations per unit, name.
set -u
what=table
if [ "$1" = --count ]; then
    what=count_lines
    shift
fi
folder=$1
out=${2-$folder/bench-codec}
here=$(cd "$(dirname "$0")" && pwd) || exit 1
root=$here/../..
: "${COMPILE:=c++ -std=c++20 -pthread -O2 -I$root/include -I$root/src}"
tab=$(printf '\t')
# shellcheck disable=SC1091
. "$here/machine.sh"

main() {
    if ! command -v valgrind > /dev/null; then
        echo 'codec: missing: apt-get install valgrind' >&2
        return 1
    fi
    mkdir -p "$out" && build && count > "$out/counts" && $what
}

build() {
    wrapped=
    for name in malloc calloc realloc aligned_alloc; do wrapped="$wrapped,--wrap=$name"; done
    # shellcheck disable=SC2086
    $COMPILE -static "-Wl,--gc-sections$wrapped" -o "$out/codec" "$here/codec.cpp" \
        "$folder/libcallbox.a"
}

# The lines of `codec count`, with the instructions by which the second call exceeds the first.
# Without ERMS, as callgrind counts memcpy's `rep movsb` once per byte.
count() {
    rm -f "$out"/callgrind*
    GLIBC_TUNABLES=glibc.cpu.hwcaps=-ERMS valgrind --tool=callgrind \
        --callgrind-out-file="$out/callgrind" --log-file="$out/callgrind.log" \
        --zero-before=counted_run --dump-after=counted_run "$out/codec" count > "$out/lines" ||
        wrong "$(tail -n 3 "$out/callgrind.log")" || return
    part=0
    while read -r line; do
        once=$(total $((part + 1)))
        twice=$(total $((part + 2)))
        part=$((part + 2))
        [ -n "$once" ] && [ -n "$twice" ] || wrong "part $part is missing" || return
        echo "$line$tab$((twice - once))"
    done < "$out/lines"
    [ ! -e "$out/callgrind.$((part + 1))" ] || wrong 'more parts than workloads'
}

total() { sed -n 's/^totals: //p' "$out/callgrind.$1"; }

wrong() {
    echo "codec: callgrind: $1" >&2
    return 1
}

count_lines() {
    awk -F '\t' '
    $2 != "byte" { printf "%9.0f %-5s %4s  %s\n", $5 / $3, $2, $4, $1 }
    $2 == "byte" { printf "%9.0f KiB   %4s  %s\n", $5 / $3 * 1024, $4, $1 }' "$out/counts"
}

# shellcheck disable=SC2016
table() {
    print_machine '`make bench-codec`; ns are the best of many rounds'
    "$out/codec" time > "$out/times" || return
    paste "$out/times" "$out/counts" | awk -F '\t' '
    { instructions = $8 / $6 }
    $2 != "byte" {
        if (!calls++) {
            print "| call | ns | instructions | heap allocations |"
            print "| --- | ---: | ---: | ---: |"
        }
        printf "| %s | %.0f | %.0f | %s |\n", $1, $3, instructions, $7
    }
    $2 == "byte" {
        if (!texts++) {
            print "\n| `document::parse`, 1 MiB of | MB/s | instructions per byte |"
            print "| --- | ---: | ---: |"
        }
        printf "| %s | %.0f | %.2f |\n", $1, 1000 / $3, instructions
    }'
}

main
