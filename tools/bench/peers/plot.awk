# plot.awk: an SVG of lines of a server, microseconds of CPU time per request, requests per second
# and the workload. Colors follow the reader's preference for light or dark.
BEGIN {
    left = 130
    width = 520
}
{
    title[NR] = $0
    sub(/^[^ ]+ [^ ]+ [^ ]+ /, "", title[NR])
    name[NR] = $1 == "jsonrpccpp" ? "libjson-rpc-cpp" : $1
    cost[NR] = $2
    if ($2 > longest) longest = $2
}
END {
    y = 40
    for (i = 1; i <= NR; ++i) {
        if (title[i] != title[i - 1]) {
            y += 16
            bars = bars sprintf("<text class=\"title\" x=\"%d\" y=\"%d\">%s</text>\n", left, y + 12,
                title[i])
            y += 20
        }
        bars = bars bar(name[i], cost[i], y)
        y += 22
    }
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 %d\" width=\"720\" " \
        "height=\"%d\" role=\"img\">\n", y + 16, y + 16
    print "<title>CPU time per request</title>"
    print "<style>"
    print "svg { background: #fff; font: 13px sans-serif }"
    print ".back { fill: #fff } text { fill: #222 } .bar { fill: #8a94a3 } .own { fill: #1769aa }"
    print ".title { font-weight: bold } .name { text-anchor: end }"
    print "@media (prefers-color-scheme: dark) {"
    print "svg { background: #14181d }"
    print ".back { fill: #14181d } text { fill: #dde3ea } .bar { fill: #75808f }"
    print ".own { fill: #58b0f5 }"
    print "}"
    print "</style>"
    print "<rect class=\"back\" width=\"100%\" height=\"100%\"/>"
    printf "<text class=\"title\" x=\"16\" y=\"28\">CPU time of the server per request, µs; " \
        "less is better</text>\n%s</svg>\n", bars
}
function bar(label, value, y,    class) {
    class = label == "callbox" ? "bar own" : "bar"
    return sprintf("<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>\n", left - 10, y + 13, label) \
        sprintf("<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"17\"/>\n", class,
            left, y, value / longest * width) \
        sprintf("<text x=\"%.1f\" y=\"%d\">%.1f</text>\n", left + value / longest * width + 6,
            y + 13, value)
}
