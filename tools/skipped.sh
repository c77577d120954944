# shellcheck shell=sh
# To be read by scripts that skip what a machine lacks: SKIPS_ALLOWED is a pattern of the reasons
# that are allowed. Where it is not set all are; .ci/run sets it.

# skipped TARGET REASON: says so. Fails if the reason is not allowed.
skipped() {
    echo "$1: skipped: $2"
    [ -z "${SKIPS_ALLOWED+set}" ] || echo "$2" | grep -qE -e "$SKIPS_ALLOWED" ||
        { echo "$1: only this may be missing here: $SKIPS_ALLOWED" && false; }
}
