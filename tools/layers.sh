#!/bin/sh
# Who may include whom, in src/ and include/: refuses everything else, with file, line and reason.
# layers.sh [FOLDER]: of another tree.
set -eu
cd "${1:-.}"
find src include -name '*.[ch]pp' | sort | xargs awk '
BEGIN {
    # A layer, and all it may include. "front" is callbox.hpp, the one include.
    may["base"]  = " base "
    may["json"]  = " base json "
    may["rpc"]   = " base json rpc "
    may["http"]  = " base http "
    may["process"] = " base process "
    may["site"]  = " base json rpc http site "
    may["net"]   = " base json rpc http site process net "
    may["cli"]   = " base json rpc http site process net cli "
    may["front"] = " base json rpc net cli "
    may["app"]   = " base json rpc net cli front app "   # of these, the public headers only

    header["about.hpp"] = header["limits.hpp"] = header["options.hpp"] = "base"
    header["bytes.hpp"] = header["memory.hpp"] = header["version.hpp"] = "base"
    header["type.hpp"] = header["containers.hpp"] = header["describe.hpp"] = "json"
    header["json.hpp"] = header["codec.hpp"] = header["error.hpp"] = "json"
    header["table.hpp"] = header["words.hpp"] = header["thunk.hpp"] = header["method.hpp"] = "rpc"
    header["dispatch.hpp"] = header["index.hpp"] = header["caller.hpp"] = "rpc"
    header["serve.hpp"] = "net"
    header["run.hpp"] = "cli"
    header["callbox.hpp"] = "front"
}

FNR == 1 {
    files++
    parts = split(FILENAME, part, "/")
    public = part[1] == "include"
    layer = public ? header[part[3]] : part[2]
    known = layer in may && parts == 3
    if (!known) refuse("tools/layers.sh knows no layer for this file")
}

known && /^[ \t]*#[ \t]*include/ {
    includes++
    named = $0
    sub(/^[ \t]*#[ \t]*include[ \t]*/, "", named)
    if (!match(named, /^(<[^>]*>|"[^"]*")/)) {
        refuse("an include names its file, not a macro")
        next
    }
    named = substr(named, 1, RLENGTH)
    path = substr(named, 2, RLENGTH - 2)
    folder = path
    if (!sub(/\/.*/, "", folder)) folder = ""
    if (named ~ /^</ && folder != "callbox") system_header()
    else if (folder == "callbox") public_header(substr(path, 9))
    else private_header()
}

END {
    if (includes == 0) {
        print "layers: found nothing to look at"
        exit 1
    }
    if (refused) exit 1
    print "layers: " includes " includes in " files " files"
}

# No sockets anywhere but in process, net and cli.
function system_header() {
    if (folder != "" && folder !~ /^(sys|netinet|arpa|linux)$/)
        refuse("which library is this? Ours are written in quotes")
    else if (path ~ /^(netinet\/|sys\/(socket|un|epoll)|netdb)/ && layer !~ /^(process|net|cli)$/)
        refuse(layer " knows no sockets")
}

function public_header(name) {
    if (named ~ /^"/) refuse("public headers are written <callbox/...>")
    else if (!(name in header)) refuse("tools/layers.sh knows no layer for this header")
    else allow(header[name])
}

# Relative to src, or in the same folder.
function private_header() {
    if (path ~ /\.\./) refuse("an include goes down from src, never up")
    else if (public) refuse("a public header is installed without this one")
    else if (folder == "") allow(layer)
    else if (layer == "app" && folder != "app") refuse("app includes only <callbox/...>")
    else if (!(folder in may)) refuse("there is no such layer")
    else allow(folder)
}

function allow(wanted) {
    if (index(may[layer], " " wanted " ") == 0)
        refuse(layer " may include" may[layer] "and nothing of " wanted)
}

function refuse(reason) {
    print FILENAME ":" FNR ": " ($0 ~ /include/ ? $0 ": " : "") reason
    refused = 1
}
'
