# machine.sh: sourced by other scripts. Requires COMPILE, and a folder of the repository in `here`.

# print_machine COMMAND: prints a list with the machine, compiler and commit of the measurement.
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
