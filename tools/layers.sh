#!/bin/sh
# layers.sh [FOLDER]: checks the includes in src/, include/ and tools/openrpc/ of this or another
# tree. Reports each include that is not allowed, with file, line and reason.
set -eu
cd "${1:-.}"
find src include tools/openrpc -name '*.[ch]pp' | sort | xargs awk '
BEGIN {
    # Each layer, and the layers that it may include. "front" is callbox.hpp.
    may["base"]    = " base "
    may["json"]    = " base json "
    may["observe"] = " base json observe "
    may["rpc"]     = " base json observe rpc rpc/fast "
    may["rpc/fast"] = " base json observe rpc rpc/fast "
    may["openrpc"] = " base json observe rpc openrpc "
    may["events"]  = " base json observe rpc events "
    may["mcp"]     = " base json observe rpc openrpc mcp "
    may["http"]    = " base http http/fast "
    may["http/fast"] = " base http http/fast "
    may["websocket"] = " base http websocket "
    may["client"]  = " base http websocket client "
    may["client/typed"] = " base json rpc http websocket client client/typed "
    may["system"]  = " base observe system "
    may["site"]    = " base json observe rpc events openrpc mcp http websocket site site/explorer "
    may["site/explorer"] = " "   # the page, embedded in the program
    may["server"]  = " base json observe rpc events mcp http websocket site system server "
    may["cli"]     = may["openrpc"] "mcp http websocket client client/typed " \
                     "site system server cli "
    # callbox-openrpc: tools/openrpc/.
    may["read"]     = " base json read "
    may["diff"]     = " base json rpc openrpc read diff "
    may["generate"] = " base json rpc openrpc read generate "
    may["program"]  = " base rpc openrpc read diff generate client client/typed cli program "
    may["front"]   = " base json rpc events server cli "
    may["app"]     = " base json rpc events server cli front app "   # only their public headers

    headers("base", "bytes caller clients limits memory options version " \
                    "detail/language detail/text")
    headers("json", "codec constraints defaults describe error formats json json_view one_of " \
                    "path pattern required scalars type detail/containers " \
                    "detail/default_values " \
                    "detail/described detail/pattern_parser detail/tagged_union " \
                    "detail/text_formats")
    headers("rpc", "attributes dispatch hooks later log method module table test tool typed_call " \
                   "detail/call_plan detail/checks detail/entry " \
                   "detail/exchange detail/hooked detail/index detail/publishing " \
                   "detail/thunk")
    headers("events", "event topic detail/event_row")
    headers("client/typed", "client connection subscription")
    headers("server", "serve server")
    headers("cli", "run setting detail/setting_row")
    headers("front", "callbox")
}

FNR == 1 {
    files++
    parts = split(FILENAME, part, "/")
    public = part[1] == "include"
    if (FILENAME == "include/callbox/detail/language.hpp") {
        known = 0
        next
    }
    is_first = 1
    layer = public ? header[substr(FILENAME, length("include/callbox/") + 1)] : FILENAME
    if (!public) gsub(/^(src|tools\/openrpc)\/|\/[^\/]*$/, "", layer)
    known = layer in may
    if (!known) refuse("tools/layers.sh has no layer for this file")
}

known && /^[ \t]*#[ \t]*include/ {
    includes++
    named = $0
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", named)
    if (!match(named, /^(<[^>]*>|"[^"]*")/)) {
        refuse("an include must name a file, not a macro")
        next
    }
    named = substr(named, 1, RLENGTH)
    path = substr(named, 2, RLENGTH - 2)
    folder = path
    if (!sub(/\/[^\/]*$/, "", folder)) folder = ""
    if (public && is_first && folder !~ /^callbox/)
        refuse("the first include must be ours, as it checks the language version")
    is_first = 0
    if (named ~ /^</ && folder !~ /^callbox/) system_header()
    else if (folder ~ /^callbox/) public_header(substr(path, 9))
    else private_header()
}

END {
    if (includes == 0) {
        print "layers: found no includes"
        exit 1
    }
    if (refused) exit 1
    print "layers: " includes " includes in " files " files"
}

function headers(of, names,    name, count, i) {
    count = split(names, name, " ")
    for (i = 1; i <= count; i++) header[name[i] ".hpp"] = of
}

# Only the layers that make system calls, and base/address, may use sockets.
function system_header() {
    if (folder != "" && folder !~ /^(sys|netinet|arpa|linux)$/)
        refuse("unknown library; our own headers are included with quotes")
    else if (path ~ /^(netinet\/|sys\/(socket|un|epoll)|netdb)/ &&
             layer !~ /^(system|client|server|cli)$/ && FILENAME !~ /^src\/base\/address/)
        refuse(layer " must not use sockets")
}

function public_header(name) {
    if (named ~ /^"/) refuse("public headers must be included as <callbox/...>")
    else if (!(name in header)) refuse("tools/layers.sh has no layer for this header")
    else if (layer == "app" && name ~ /^detail\//)
        refuse("a program must not include <callbox/detail/...>")
    else allow(header[name])
}

# Relative to src, or in the same folder.
function private_header() {
    if (path ~ /\.\./) refuse("includes are relative to src, without ..")
    else if (public) refuse("a public header must not include a private one")
    else if (folder == "") allow(layer)
    else if (layer == "app" && folder != "app") refuse("app may include only <callbox/...>")
    else if (!(folder in may)) refuse("unknown layer")
    else allow(folder)
    # The fast paths stand beside the path: each has one entrance.
    if (folder ~ /\/fast$/ && layer != folder &&
        FILENAME !~ /^src\/(http\/head_reader|rpc\/dispatch)\.hpp$/)
        refuse("only http/head_reader and rpc/dispatch may include " folder)
    if (path ~ /(^|\/)escaped.hpp$/ && FILENAME !~ /\/(code|names|[a-z]+_text)\.cpp$/)
        refuse("only the escaping functions may turn text into code")
}

function allow(wanted) {
    if (index(may[layer], " " wanted " ") == 0)
        refuse(layer " may include" may[layer] "but not " wanted)
}

function refuse(reason) {
    print FILENAME ":" FNR ": " ($0 ~ /include/ ? $0 ": " : "") reason
    refused = 1
}
'
