#!/bin/sh
## Measure line and branch coverage of the tests: g++, gcovr
# Covers src/, include/ and tools/openrpc/. Fails if a test fails, if a line outside include/ is not
# reached and not listed in tools/coverage.txt, if a listed line is reached, or if the branch
# coverage of a layer is below its minimum. Branches to exceptions and of failing asserts do not
# count. Run it as root, on a kernel with Landlock: otherwise tests are skipped, and their coverage
# is missing.
# GCOVR=... selects another gcovr. The page FOLDER/index.html shows each line.
set -u
folder=$2
: "${MAKE:=make}" "${CXX:=c++}" "${GCOVR:=gcovr}"
branches_min='http 95 json 95 rpc 95'

if ! command -v "$GCOVR" > /dev/null; then
    echo 'coverage: missing: gcovr' >&2
    exit 1
fi
case $($CXX --version) in *clang*) CXX=g++ ;; esac  # gcov reads the files of g++
mkdir -p "$folder" || exit

# Without anything that adds branches: sanitizers, inlining, code for the reuse of the stack. Lines
# of the tests are not counted.
$CXX -std=c++20 -O1 -Wall -Wextra -c -o "$folder/process.o" tests/coverage/process.cpp || exit
flags='--coverage -fprofile-update=prefer-atomic -fprofile-filter-files=^[sit][^e]'
flags="$flags -g0 -O0 -fno-inline -fstack-reuse=none"
$MAKE -s BUILD="$folder" MODE=debug CXX="$CXX" CXXFLAGS="$flags" \
    LDFLAGS="$folder/process.o" "$folder/debug/tests" \
    "$folder/debug/callbox" "$folder/debug/callbox-openrpc" || exit
find "$folder" -name '*.gcda' -delete
# In the sandbox a process cannot write its counters. The tests of the sandbox handle this.
CALLBOX_SANDBOX=off tools/test.sh "$folder/debug" 1 || exit

$GCOVR -r . --object-directory "$folder/debug/obj" "$folder/debug/obj" -j2 \
    --filter src/ --filter include/ --filter tools/openrpc/ --exclude-throw-branches \
    --exclude-branches-by-pattern '.*assert\(.*' \
    --json "$folder/all.json" > "$folder/gcovr.log" 2>&1 || { cat "$folder/gcovr.log"; exit 1; }
$GCOVR -r . -a "$folder/all.json" --exclude-throw-branches --txt "$folder/lines.txt" \
    --html-details "$folder/index.html" && \
$GCOVR -r . -a "$folder/all.json" --exclude-throw-branches --branches \
    --txt "$folder/branches.txt" || exit

# shellcheck disable=SC2016
awk -v branches_min="$branches_min" '
BEGIN {
    n = split(branches_min, word, " ")
    for (i = 1; i < n; i += 2) least["src/" word[i]] = word[i + 1]
}
FILENAME == ARGV[1] {  # the exceptions
    if ($0 ~ /^(src|tools)\/[^ ]+: ./) excepted[$1 " " trimmed(substr($0, length($1) + 1))] = 1
    next
}
/^(src|include|tools)\/[^ ]+$/ { name = $1; next }  # a long one has a line of its own
/^ / && name != "" { $0 = name $0 }
{ name = "" }
!/^(src|include|tools)\// { next }
FILENAME == ARGV[2] {
    files[++count] = $1
    lines[$1] = $2; reached[$1] = $3; missing[$1] = $5
    next
}
{ branches[$1] = $2; taken[$1] = $3; untaken[$1] = $5 }
END {
    if (count == 0) { print "coverage: gcovr found no files"; exit 1 }
    format = "%-32s %6s %6s %5s %9s %6s %5s   %s\n"
    printf format, "", "lines", "hit", "%", "branches", "taken", "%", "lines with missing branches"
    for (i = 1; i <= count; i++) {
        name = files[i]
        row(name, lines[name], reached[name], branches[name], taken[name], untaken[name])
        split(name, part, "/")
        add(part[1] == "include" ? part[1] : part[1] "/" part[2], name)
        add("all", name)
        if (part[1] != "include") look(name, missing[name])
    }
    for (i = 1; i <= groups; i++) {
        of = group[i]
        row(of, all_lines[of], all_reached[of], all_branches[of], all_taken[of], "")
    }
    for (of in least) {
        if (all_branches[of] > 0 && 100 * all_taken[of] >= least[of] * all_branches[of]) continue
        printf "coverage: branches taken in %s: less than %s %%\n", of, least[of]
        bad = 1
    }
    for (text in excepted) {
        if (text in met) continue
        print "coverage: reached or removed, but listed in tools/coverage.txt: " text
        bad = 1
    }
    exit bad
}

function row(name, a, b, c, d, at) {
    gsub(/,/, " ", at)
    printf format, name, a, b, percent(b, a), c, d, percent(d, c), at
}
function percent(some, all) { return all == 0 ? "-" : sprintf("%.1f", int(1000 * some / all) / 10) }
function add(of, name) {
    if (!(of in all_lines)) group[++groups] = of
    all_lines[of] += lines[name]; all_reached[of] += reached[name]
    all_branches[of] += branches[name]; all_taken[of] += taken[name]
}
# Prints the missing lines of a file, "7,10-12", that are not exceptions.
function look(name, list,    ranges, range, text, n, i, at) {
    if (list == "") return
    n = 0
    while ((getline text < name) > 0) source[name, ++n] = trimmed(text)
    close(name)
    n = split(list, ranges, ",")
    for (i = 1; i <= n; i++) {
        if (split(ranges[i], range, "-") == 1) range[2] = range[1]
        for (at = range[1] + 0; at <= range[2] + 0; at++) {
            text = source[name, at]
            if ((name ": " text) in excepted) { met[name ": " text] = 1; continue }
            print "coverage: not reached: " name ":" at ": " text
            bad = 1
        }
    }
}
function trimmed(text) { gsub(/^ +| +$/, "", text); return text }
' tools/coverage.txt "$folder/lines.txt" "$folder/branches.txt" > "$folder/summary.txt"
status=$?
cat "$folder/summary.txt"
exit $status
