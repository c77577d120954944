#!/bin/sh
# test.sh FOLDER MIN [FILTER]: runs FOLDER/tests, which may start FOLDER/callbox. Fails if a test
# fails, if fewer than MIN ran (0 of 0 is a success for Criterion), or if a sanitizer reports an
# error of any process (leaks do not fail tests). CORPUS is a folder with additional inputs. The
# output is in FOLDER/tests.log. Tests whose requirements are missing are skipped and counted;
# skipped.sh decides whether this is a failure.
set -u
folder=$(cd "$1" && pwd) || exit 1
tests_min=$2
seconds_max=900
jobs=$((2 * $(nproc 2> /dev/null || echo 2)))  # more than cores, as some tests wait
log=$folder/tests.log
# shellcheck disable=SC1091
. "$(dirname "$0")/skipped.sh"

if [ -n "${CORPUS-}" ]; then
    TEST_CORPUS=$(cd "$CORPUS" && pwd) || exit 1
    export TEST_CORPUS
fi
export TEST_PROGRAM="$folder/callbox" TEST_WIRE=tests/wire

rm -f "$folder"/sanitizer.*
log_path="log_path=$folder/sanitizer"
echo 'leak:libcriterion' > "$folder/suppressions"  # Criterion's own
# Tests run out of memory on purpose: only a warning.
# A library of Criterion searches all certificates at each start: intercepting this costs 7 %.
export ASAN_OPTIONS="${ASAN_OPTIONS-}:$log_path:allocator_may_return_null=1:intercept_strstr=0"
export UBSAN_OPTIONS="${UBSAN_OPTIONS-}:$log_path:print_stacktrace=1"
export LSAN_OPTIONS="${LSAN_OPTIONS-}:suppressions=$folder/suppressions:print_suppressions=0"

# Criterion's own --timeout hangs (2.4.1).
timeout -k 5 $seconds_max "$folder/tests" --jobs $jobs --verbose --filter "${3:-*/*}" \
    > "$log" 2>&1
status=$?
grep -vE '^\[(RUN |PASS)\]|^\[====\] Running|^\[----\] Criterion v' "$log"

if [ $status = 124 ] || [ $status = 137 ]; then
    echo "check: timed out after $seconds_max seconds. These tests had not ended:"
    awk '/^\[RUN/ { open[$3] } /^\[(PASS|FAIL|SKIP)/ { sub(/:$/, "", $2); delete open[$2] }
        END { for (test in open) print "    " test }' "$log"
fi
if cat "$folder"/sanitizer.* 2> /dev/null | grep -E 'ERROR: |runtime error: ' > /dev/null; then
    cat "$folder"/sanitizer.*
    echo 'check: a sanitizer reported the above'
    status=1
fi
ran=$(sed -n 's/.*Synthesis: Tested: //p' "$log" | tr -dc '0-9 ' | cut -d ' ' -f 1)
if [ "${ran:-0}" -lt "$tests_min" ]; then
    echo "check: only ${ran:-0} tests ran, expected at least $tests_min"
    status=1
fi

# Excludes tests that run on no machine, such as the sandbox with a sanitizer, or are not enabled.
sed -n 's/^\[SKIP\] [^ ]*: //p' "$log" |
    grep -vxE 'Test is disabled|TEST_CORPUS names no folder' | sort | uniq -c > "$folder/skipped"
awk '{ all += $1 } END { if (all) print "check: skipped tests: " all }' "$folder/skipped"
while read -r count reason; do
    skipped check "$reason (tests: $count)" || status=1
done < "$folder/skipped"
exit $status
