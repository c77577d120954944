# report.awk EQUIVALENT ALL VERDICTS: prints the mutants that no test catches and a summary; see
# tools/make/mutate.sh. Fails on wrong entries in EQUIVALENT: mutants that do not exist, or that a
# test catches.
function trimmed(text) {
    gsub(/^ +| +$/, "", text)
    return text
}
function key(file, before, after) { return file SUBSEP trimmed(before) SUBSEP trimmed(after) }
BEGIN { FS = "\t" }

# FILE, "- BEFORE", "+ AFTER" (one or more), then the reason, indented.
FILENAME == ARGV[1] {
    if (/^#/ || $0 == "") next
    if (/^- /) before = substr($0, 3)
    else if (/^[+] /) {
        open[++waiting] = key(file, before, substr($0, 3))
        listed[open[waiting]] = file ": " substr($0, 3)
    } else if (/^  /) {
        for (; waiting > 0; --waiting) reasoned[open[waiting]] = 1
    } else file = $0
    next
}
FILENAME == ARGV[2] { looked_at[$1] = exists[key($1, $3, $4)] = 1; next }

{
    count[$1]++
    total++
    here = key($2, $4, $5)
    if ($1 == "lives" && here in reasoned) { excused++; next }
    if ($1 == "caught" && here in listed) {
        print "listed as equivalent, but caught by a test: " $2 ":" $3
        print "    " trimmed($5)
        wrong = 1
    }
    if ($1 != "lives") next
    print $2 ":" $3 "\n    - " trimmed($4) "\n    + " trimmed($5)
}
END {
    for (each in listed) {
        if (!(each in reasoned)) { print "no reason for: " listed[each]; wrong = 1 }
        split(each, part, SUBSEP)
        if (part[1] in looked_at && !(each in exists)) {
            print "no such mutant: " listed[each]
            wrong = 1
        }
    }
    caught = count["caught"] + count["late"]
    counted = caught + count["lives"] - excused
    printf "mutate: %d of %d caught, %.1f %% (%d by time);", caught, counted,
        counted ? 100 * caught / counted : 0, count["late"]
    printf " not counted: %d equivalent, %d compiled to the same code, %d do not compile\n",
        excused, count["same"], count["stillborn"]
    if (counted == 0 || 100 * caught < caught_min * counted) {
        print "mutate: expected at least " caught_min " %"
        wrong = 1
    }
    exit wrong
}
