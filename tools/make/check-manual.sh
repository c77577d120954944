#!/bin/bash
## Check the manual page and the completions: groff, bash; zsh and fish where they are
# Every flag, variable, default and command of --help is in each; no tool warns.
set -u
mkdir -p "$2" && ${MAKE:-make} -s manual || exit
manual=${2%/*}/manual status=0
fail() { echo "check-manual: $*"; status=1; }
lacks() { for each in $1; do grep -qF -e "$each" "$2" || fail "$2 lacks $each"; done; }

"$1/callbox" --help > "$2/help"
flags=$(grep -oE '^  --[a-z-]+' "$2/help" | tr -d ' ')
commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$2/help")
[ "$(echo "$flags" | wc -l)" -ge 35 ] && [ "$(echo "$commands" | wc -w)" -ge 6 ] ||
    fail '--help is not understood'

# The page as a reader sees it, on one line.
if command -v groff > /dev/null; then
    groff -man -Tascii -ww -rLL=500n "$manual/callbox.1" > "$2/page.raw" 2> "$2/warnings"
    [ ! -s "$2/warnings" ] || fail "groff: $(head -3 "$2/warnings")"
    sed 's/\x1b\[[0-9;]*m//g; s/.\x08//g' "$2/page.raw" > "$2/page"
    lacks "$flags $commands" "$2/page"
    for flag in $flags; do
        case $flag in --help | --version) continue ;; esac
        name=${flag#--}
        lacks "CALLBOX_$(echo "${name//-/_}" | tr a-z A-Z)" "$2/page"
    done
    # Defaults are the program's.
    tr -s ' \n' ' ' < "$2/help" | grep -oE '\(default [^)]*\)' | sort -u > "$2/defaults"
    while read -r default; do
        grep -qF "$default" "$2/page" || fail "the page lacks $default"
    done < "$2/defaults"
else
    fail 'groff is missing: apt-get install groff-base'
fi
if command -v man > /dev/null && [ "$(wc -c < "$(command -v man)")" -gt 2000 ]; then
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z \
        "$manual/callbox.1" 2>&1 > /dev/null)
    [ -z "$warnings" ] || fail "man: $warnings"
fi

bash -n "$manual/callbox.bash" || fail 'bash does not read its completions'
# What is completed behind these words.
completed() {
    PATH=$PWD/$1:$PATH bash -c '. "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _callbox; printf "%s\n" "${COMPREPLY[@]}"' \
        - "$manual/callbox.bash" callbox "${@:2}" | sort | tr '\n' ' '
}
expect() {
    local wanted=$1
    shift
    [ "$(completed "$folder" "$@")" = "$wanted" ] || fail "behind $*: $(completed "$folder" "$@")"
}
folder=$1
for flag in $flags; do
    case " $(completed "$folder" "$flag")" in *" $flag "*) ;; *) fail "bash lacks $flag" ;; esac
done
expect '--workers ' --wor
expect '--drain-delay-ms ' serve --drain-d
expect 'probe ' pro
expect 'always-200 mapped rpc ' --http-status ''
expect '--notify ' call --no
expect '--check ' openrpc --
expect 'math.add math.mul math.sub ' help math.
expect 'tools ' --sandbox-read tool

for flag in $flags $commands; do
    grep -qE -e "'[*]?$flag(\[|:|=|')" "$manual/_callbox" || fail "zsh lacks $flag"
    grep -qE -e "-l ${flag#--} " -e "-l ${flag#--}\$" -e "-a $flag " "$manual/callbox.fish" ||
        fail "fish lacks $flag"
done
if command -v zsh > /dev/null; then zsh -n "$manual/_callbox" || fail 'zsh does not read it'; fi
if command -v fish > /dev/null; then fish -n "$manual/callbox.fish" || fail 'fish: not read'; fi
[ $status = 0 ] && echo "check-manual: $(echo "$flags" | wc -l) flags in the page and 3 shells"
exit $status
