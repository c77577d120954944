#!/bin/sh
# Checks that test.sh counts skipped tests, and fails if a reason is not allowed.
set -u
cd "$(dirname "$0")/.." || exit 1
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
cat > "$folder/tests" << 'END'
#!/bin/sh
echo '[SKIP] a::b: no pseudo-terminals here'
echo '[SKIP] a::c: no pseudo-terminals here'
echo '[SKIP] a::d: no IPv6 here'
echo '[SKIP] a::e: Test is disabled'
echo '[====] Synthesis: Tested: 9 | Passing: 9 | Failing: 0 | Crashing: 0'
END
chmod +x "$folder/tests"

# expect STATUS: checks the counts and the exit status of a run with this environment.
expect() {
    said=$(tools/test.sh "$folder" 1 2>&1) && status=0 || status=$?
    for line in 'skipped tests: 3' 'skipped: no IPv6 here (tests: 1)' \
        'skipped: no pseudo-terminals here (tests: 2)'; do
        echo "$said" | grep -qxF "check: $line" || fail "does not print \"$line\": $said"
    done
    [ "$status" = "$1" ] || fail "exits with $status, not $1, if allowed: ${SKIPS_ALLOWED-all}"
}
fail() {
    echo "skipped_test.sh: test.sh $*"
    exit 1
}

unset SKIPS_ALLOWED
expect 0
export SKIPS_ALLOWED='no IPv6|no terminals'
expect 1
SKIPS_ALLOWED='no IPv6|no pseudo-terminals'
expect 0
