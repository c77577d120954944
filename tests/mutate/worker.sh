#!/bin/sh
# worker.sh FOLDER NUMBER: tries the mutants in FOLDER/list.NUMBER (lines of mutants.cpp) one by
# one, in its own source tree. Writes a line for each to FOLDER/verdicts.NUMBER: "caught", "late" (a
# test did not end), "lives", "same" (it compiles to the same code) or "stillborn" (it does not
# compile), and the mutant. FOLDER is prepared by tools/make/mutate.sh; COMPILE and LINK compile and
# link, SUPPORT names objects that the tests need, SECONDS_MAX limits the time of the tests of a
# layer.
set -u
folder=$1
number=$2
work=$folder/work.$number
tab=$(printf '\t')
rm -rf "$work" && mkdir -p "$work" && cp -R src tests include "$work" && cd "$work" || exit

# The units of the layer that include the file, with tests if it is a header.
units_of() {
    case $1 in
        *.cpp) echo "$1" ;;
        *) (cd "$folder/debug/obj" && grep -lF " $1" "src/$layer"/*.d "tests/$layer"/*.d) |
            sed 's/d$/cpp/' ;;
    esac
}

assembled() {  # The optimized code.
    for unit in $units; do
        case $unit in src/*) $COMPILE -O2 -S -o - "$unit" 2> /dev/null || return ;; esac
    done
}

compiled() {
    objects=
    for unit in $units; do
        object=${unit%.cpp}.o
        $COMPILE -O0 -c -o "$object" "$unit" > log 2>&1 || return
        objects="$objects $object"
    done
    for object in $SUPPORT "$folder/debug/obj/tests/$layer"/*_test.o; do
        case " $objects " in
            *" ${object#"$folder/debug/obj/"} "*) ;;
            *) objects="$objects $object" ;;
        esac
    done
    # shellcheck disable=SC2086
    $LINK -o all-tests $objects "$folder/debug/libcallbox.a" > log 2>&1
}

# The verdict on the mutant in the tree.
verdict() {
    compiled || { echo stillborn; return; }
    timeout -k 1 "$SECONDS_MAX" ./all-tests > log 2>&1
    case $? in
        0) ;;
        124 | 137) echo late; return ;;
        *) echo caught; return ;;
    esac
    assembled > mutant.s
    mv "$file" mutant && cp original "$file" && assembled > original.s && mv mutant "$file"
    if cmp -s original.s mutant.s; then echo same; else echo lives; fi
}

while IFS= read -r mutant; do
    file=${mutant%%"$tab"*}
    layer=${file#src/}
    layer=${layer%%/*}
    units=$(units_of "$file")
    cp "$file" original
    MUTANT=$mutant awk 'BEGIN { changed = ENVIRON["MUTANT"]; split(changed, part, "\t") }
        FNR == part[2] { print part[4]; next } { print }' original > "$file"
    printf '%s\t%s\n' "$(verdict)" "$mutant" >> "$folder/verdicts.$number"
    cp original "$file"
done < "$folder/list.$number"
