#!/bin/bash
## Check the manual pages and completions: groff, bash; zsh and fish if installed
# Every flag, variable, default and command of --help is in each; no tool warns.
set -u
# shellcheck disable=SC1091
. tools/skipped.sh
mkdir -p "$2" || exit
manual=${2%/*}/manual status=0
fail() { echo "check-manual: $*"; status=1; }
lacks() { for each in $1; do grep -qF -e "$each" "$2" || fail "$2 lacks $each"; done; }

"$1/callbox" --help > "$2/help"
flags=$(grep -oE '^  (-[hV], )?--[a-z-]+' "$2/help" | grep -oE -e '--[a-z-]+')
commands=$(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' "$2/help")
[ "$(echo "$flags" | wc -l)" -ge 35 ] && [ "$(echo "$commands" | wc -w)" -ge 6 ] ||
    fail 'cannot parse --help'

# The rendered page, with its paragraphs on one line.
if command -v groff > /dev/null; then
    groff -man -Tascii -ww -rLL=500n "$manual/callbox.1" > "$2/page.raw" 2> "$2/warnings"
    [ ! -s "$2/warnings" ] || fail "groff: $(head -3 "$2/warnings")"
    sed 's/\x1b\[[0-9;]*m//g; s/.\x08//g' "$2/page.raw" > "$2/page"
    lacks "$flags $commands" "$2/page"
    for section in NAME SYNOPSIS DESCRIPTION COMMANDS OPTIONS SIGNALS 'EXIT STATUS' FILES EXAMPLES \
        'SEE ALSO'; do
        grep -qx "$section" "$2/page" || fail "the page has no section $section"
    done
    tail -3 "$2/page" | grep -qE ' 20[0-9]{2}-[0-9]{2}-[0-9]{2} ' || fail 'the page has no date'
    for command in $commands; do
        lacks "$("$1/callbox" "$command" --help | grep -oE '^  --[a-z-]+' | tr -d ' ')" "$2/page"
    done
    for flag in $flags; do
        case $flag in --help | --version) continue ;; esac
        name=${flag#--}
        lacks "CALLBOX_$(echo "${name//-/_}" | tr a-z A-Z)" "$2/page"
    done
    # The defaults match the program's.
    tr -s ' \n' ' ' < "$2/help" | grep -oE '\(default [^)]*\)' | sort -u > "$2/defaults"
    while read -r default; do
        grep -qF "$default" "$2/page" || fail "the page lacks $default"
    done < "$2/defaults"
else
    fail 'groff is missing: apt-get install groff-base'
fi
if command -v mandoc > /dev/null; then
    warnings=$(mandoc -Tlint -Wstyle "$manual/callbox.1") || fail "mandoc: $warnings"
fi
if command -v man > /dev/null && [ "$(wc -c < "$(command -v man)")" -gt 2000 ]; then
    warnings=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings -E UTF-8 -l -Tutf8 -Z \
        "$manual/callbox.1" 2>&1 > /dev/null)
    [ -z "$warnings" ] || fail "man: $warnings"
fi

bash -n "$manual/callbox.bash" || fail 'bash cannot parse its completions'
# Prints the completions after these words.
completed() {
    PATH=$PWD/$1:$PATH bash -c '. "$1"; shift
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _callbox; printf "%s\n" "${COMPREPLY[@]}"' \
        - "$manual/callbox.bash" callbox "${@:2}" | sort | tr '\n' ' '
}
expect() {
    local wanted=$1
    shift
    [ "$(completed "$folder" "$@")" = "$wanted" ] || fail "after $*: $(completed "$folder" "$@")"
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
expect '--follow ' call --fo
expect '--url ' openrpc --
expect 'math.add math.mul math.sub ' help math.
expect 'math.add math.mul math.sub ' call http://127.0.0.1:8080/api math.
expect 'error info warn ' --log-level ''
expect 'json logfmt ' --log-format = ''
expect 'off on where-possible ' --sandbox =
expect 'where-possible ' serve --sandbox = wh
expect 'tools ' --sandbox-read tool

for flag in $flags $commands; do
    grep -qE -e "'[*]?$flag(\[|:|=|')" "$manual/_callbox" || fail "zsh lacks $flag"
    grep -qE -e "-l ${flag#--} " -e "-l ${flag#--}\$" -e "-a $flag " "$manual/callbox.fish" ||
        fail "fish lacks $flag"
done
has() { case $1 in *"$2"*) ;; *) fail "$3: $1" ;; esac; }
export PATH=$PWD/$folder:$PATH
if command -v zsh > /dev/null; then
    # Print the arguments of zsh's own functions, which require a terminal.
    offered() {
        zsh -f -c 'fpath=($1 $fpath); autoload -U _callbox; shift
            _describe() { print -rl -- ${${(P)2}%%:*} }
            _arguments() { print -rl -- "$@" }
            words=("$@") CURRENT=$#; _callbox' - "$manual" callbox "$@"
    }
    has "$(offered help '')" 'math.add math.mul math.sub ping serve mcp list help call ' 'zsh: help'
    has "$(offered call http://127.0.0.1 '')" '3:method:(greeting.hello math.add ' 'zsh: call'
    has "$(offered '')" list 'zsh: commands'
    for each in 'log-level=:(error warn info)' 'log-format=:(logfmt json)' \
        'sandbox=-:(off where-possible on)' 'http-status=:(rpc always-200 mapped)'; do
        offered --x '' | grep -F -e "--${each%%:*}[" | grep -qF "${each#*:}" || fail "zsh: $each"
    done
else
    skipped check-manual 'no zsh' || status=1
fi
if command -v fish > /dev/null; then
    completions() {
        fish -c 'source $argv[1]; complete -C"$argv[2]"' "$manual/callbox.fish" "callbox $1" |
            cut -f 1 | tr '\n' ' '
    }
    has "$(completions 'help math.')" 'math.add math.mul math.sub ' 'fish: help'
    has "$(completions 'help pro')" 'probe ' 'fish: help'
    has "$(completions 'call http://127.0.0.1 math.m')" 'math.mul ' 'fish: call'
    has "$(completions '--log-level ')" 'error info warn ' 'fish: --log-level'
    has "$(completions '--log-format ')" 'json logfmt ' 'fish: --log-format'
    has "$(completions '--sandbox=')" '--sandbox=off --sandbox=on --sandbox=where-possible ' \
        'fish: --sandbox'
else
    skipped check-manual 'no fish' || status=1
fi

# Arbitrary text must survive the parsers of these languages.
# shellcheck disable=SC2086
$COMPILE -Itests -Itools -o "$2/texts" tests/manual/texts.cpp "$1/libcallbox.a" || exit
for each in roff roff.txt sh zsh fish words.txt; do
    "$2/texts" "$each" > "$2/texts.$each" || exit
done
same() { cmp -s "$1" "$2" || fail "$3: $(diff "$1" "$2" | head -5)"; }
groff -man -Tascii -P-c -P-b -P-u -ww -rLL=500n "$2/texts.roff" 2>&1 | sed '/^TEXTS$/d; /^x(1)/d
    /^ .* x(1)$/d; s/^ *//; /^$/d' > "$2/read.roff"
same "$2/texts.roff.txt" "$2/read.roff" 'roff prints a different text'
for shell in bash:sh sh:sh zsh:zsh fish:fish; do
    command -v "${shell%:*}" > /dev/null || continue
    "${shell%:*}" "$2/texts.${shell#*:}" > "$2/read.$shell"
    same "$2/texts.words.txt" "$2/read.$shell" "${shell%:*} prints a different text"
done

# Each word of callbox-openrpc is in its page and in the three completions.
words=$("$1/callbox-openrpc" --help |
    sed -n '/^Commands:/,/^$/s/^  \(-., \)\{0,1\}\([a-z-]*\) .*/\2/p')
words="$words --token-file --format"
[ "$(echo "$words" | wc -w)" -ge 4 ] || fail "cannot parse callbox-openrpc --help: $words"
warnings=$(groff -man -Tascii -ww -rLL=500n "$manual/callbox-openrpc.1" 2>&1 > "$2/page.raw")
[ -z "$warnings" ] || fail "groff: $warnings"
sed 's/\x1b\[[0-9;]*m//g; s/.\x08//g' "$2/page.raw" > "$2/page"
lacks "$words CALLBOX_TOKEN callbox(1)" "$2/page"
for file in "$manual"/{callbox-openrpc.bash,_callbox-openrpc,callbox-openrpc.fish}; do
    lacks "${words//--/}" "$file"
done
bash -n "$manual/callbox-openrpc.bash" || fail 'bash cannot parse its completions'
got=$(bash -c '. "$1"; COMP_WORDS=(callbox-openrpc check --format "") COMP_CWORD=3; _callbox-openrpc
    echo "${COMPREPLY[@]}"; COMP_WORDS=(callbox-openrpc client "") COMP_CWORD=2; _callbox-openrpc
    echo "${COMPREPLY[@]:0:3}"' - "$manual/callbox-openrpc.bash")
[ "$got" = $'text json markdown github\ntypescript python c++' ] || fail "bash, choices: $got"
for file in "$manual"/{_callbox-openrpc,callbox-openrpc.fish}; do
    grep -q 'text json markdown github' "$file" || fail "$file lacks the formats"
    grep -q 'typescript python c++' "$file" || fail "$file lacks the languages"
done
got=$(bash -c '. "$1"; COMP_WORDS=(callbox-openrpc check --t) COMP_CWORD=2; _callbox-openrpc
    echo "${COMPREPLY[@]}"; COMP_WORDS[2]=""; _callbox-openrpc; echo "${COMPREPLY[@]}."' - \
    "$manual/callbox-openrpc.bash")
[ "$got" = $'--token-file\n.' ] || fail "bash, after callbox-openrpc check: $got"
[ $status = 0 ] && echo "check-manual: $(echo "$flags" | wc -l) flags in the page and 3 shells"
exit $status
