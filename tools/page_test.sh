#!/bin/sh
# Whether tools/page.awk keeps what a page means, with each awk that is here: strings, templates and
# patterns, ends of lines that end statements, names of properties. And whether it fails loudly.
set -eu
export LC_ALL=C
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat > "$folder/page.html" << 'END'
<style>
<!-- part page.css -->
</style>
  <p>// kept  as it is</p>
// not this
<!-- part one.js -->
<!-- part two.js -->
</script>
END
cat > "$folder/page.css" << 'END'
a > b, c { color: red; margin: 0 1px; }  /* why */
d {
  e { top: 0; }
}
END
cat > "$folder/one.js" << 'END'
// Gone.
const count = (first, second) => first + +second - -first  // and this
let kept = 'count  // "first"', also = `${count( first )}  count ${`{ ${kept} }`}`
const pattern = /[/'] count/g.test(kept) ? 'a' : "b"
function longer(given, {shape, other: inner}) {
  const made = {kept, shape, given: [given, ], get size() { return 'a' +
    'b'; }}
  made.pattern = (given) => given.kept / count / 2
  return made
}
END
cat > "$folder/two.js" << 'END'
for (;;) { longer(count(1, 2)); break; }
kept = async (longer) => { await longer }
[kept].forEach(count)
kept = 'a' +
  'b'.repeat(2)
END
cat > "$folder/wanted" << 'END'
<style>
a>b,c{color:red;margin:0 1px}d{e{top:0}}
</style>
<p>// kept  as it is</p>
let A=(C,E)=>C+ +E- -C
let kept='count  // "first"',also=`${A(C)}  count ${`{ ${kept} }`}`
let pattern=/[/'] count/g.test(kept)?'a':"b"
function B(given,{shape,other:inner}){let D={kept,shape,given:[given],get size(){return 'ab'}}
D.pattern=given=>given.kept/A/2
return D}
for(;;){B(A(1,2));break}
kept=async(B)=>{await B}
[kept].forEach(A)
kept='a'+
'b'.repeat(2)
</script>
END

for awk in awk mawk gawk original-awk 'busybox awk'; do
    command -v "${awk%% *}" > /dev/null || continue
    # shellcheck disable=SC2086
    $awk -v folder="$folder" -f tools/page.awk "$folder/page.html" > "$folder/made"
    diff "$folder/wanted" "$folder/made" || { echo "page.awk: by $awk"; exit 1; }
done
rm "$folder/two.js"
if tools/literal "$folder/page.html" > "$folder/made" 2> "$folder/told"; then
    echo 'page.awk: a part is missing, and nobody says so'
    exit 1
fi
grep -q 'cannot read .*two.js' "$folder/told"
