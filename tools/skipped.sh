# shellcheck shell=sh
# Sourced by scripts that skip tests on machines that lack a requirement. SKIPS_ALLOWED is a pattern
# of allowed reasons. If it is not set, all are allowed; .ci/run sets it.

# skipped TARGET REASON: reports a skipped test. Fails if the reason is not allowed.
skipped() {
    echo "$1: skipped: $2"
    [ -z "${SKIPS_ALLOWED+set}" ] || echo "$2" | grep -qE -e "$SKIPS_ALLOWED" ||
        { echo "$1: this reason is not allowed; allowed: $SKIPS_ALLOWED" && false; }
}
