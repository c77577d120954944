# machine.sh: read by others with `.`; wants COMPILE, and the repository's folder in `here`.

# print_machine COMMAND: where and of what the figures below are, as a list.
print_machine() {
    commit=$(git -C "$here" rev-parse --short HEAD 2> /dev/null || echo 'none')
    [ -z "$(git -C "$here" status --porcelain 2> /dev/null)" ] || commit="$commit and changes"
    echo "- date: $(date -u '+%Y-%m-%d %H:%M') UTC"
    echo "- machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)," \
        "$(nproc) cores, $(uname -sr), load $(cut -d ' ' -f 1 /proc/loadavg) before"
    echo "- compiler: $(${COMPILE%% *} --version | head -n 1)"
    echo "- commit: $commit"
    echo "- command: $1"
    echo
}
