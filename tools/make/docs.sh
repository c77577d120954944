#!/bin/sh
## Make the HTML documentation: doxygen
# The public headers and the pages, from FOLDER/index.html on. Fails on any warning of Doxygen, with
# the line of the output of tools/docs/filter.awk, and on links that do not resolve.
set -eu
command -v doxygen > /dev/null ||
    { echo 'docs: doxygen is missing: apt-get install doxygen'; exit 1; }
rm -rf "$2"
mkdir -p "$2/doxygen"

cat > "$2/doxygen/header.html" << 'PAGE'
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title - $projectname $projectnumber</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<div id="top">
<nav>
<a href="index.html">$projectname</a> <a href="tutorial.html">tutorial</a>
<a href="guide.html">guide</a> <a href="cookbook.html">cookbook</a>
<a href="group__callbox__hpp.html">headers</a> <a href="modules.html">all headers</a>
<a href="messages.html">messages of the compiler</a>
<a href="coming-from.html">coming from another framework</a>
<a href="operations.html">operations</a> <a href="performance.html">performance</a>
<a href="security.html">security</a> <a href="changelog.html">changes</a>
<a href="contributing.html">contributing</a> <a href="source.html">source</a>
</nav>
PAGE
echo '</body></html>' > "$2/doxygen/footer.html"
cat > "$2/doxygen/layout.xml" << 'PAGE'
<doxygenlayout version="1.0">
<navindex><tab type="modules" visible="yes" title="Headers" intro="All public headers."/></navindex>
<group>
<detaileddescription title=""/>
<memberdecl>
<nestedgroups visible="yes" title=""/><classes visible="yes" title=""/>
<concepts visible="yes" title=""/><typedefs title=""/><enums title=""/><enumvalues title=""/>
<functions title=""/><variables title=""/><membergroups visible="yes"/>
</memberdecl>
<memberdef>
<inlineclasses title=""/><typedefs title=""/><enums title=""/><functions title=""/>
<variables title=""/>
</memberdef>
</group>
</doxygenlayout>
PAGE
{
    cat tools/docs/Doxyfile
    printf '%s = "%s"\n' PROJECT_NUMBER "$VERSION" OUTPUT_DIRECTORY "$2" \
        HTML_HEADER "$2/doxygen/header.html" HTML_FOOTER "$2/doxygen/footer.html" \
        LAYOUT_FILE "$2/doxygen/layout.xml"
} > "$2/doxygen/Doxyfile"
doxygen "$2/doxygen/Doxyfile" > "$2/doxygen/log" 2>&1 || { cat "$2/doxygen/log"; exit 1; }
if grep -q . "$2/doxygen/log"; then
    sed "s|^$PWD/||" "$2/doxygen/log"
    exit 1
fi
rm -r "$2/doxygen"
sed -i 's| <a href="[^"]*">More\.\.\.</a>||; s|<img src="closed.png"[^>]*/>&#160;||
    s| onclick="[^"]*"||' "$2"/*.html
# This namespace is left out: its two public classes are on the pages of their headers.
sed -i '/href="namespacecallbox_1_1detail.html"/,/separator/d' "$2/namespacecallbox.html"

# Follows all links from index.html, and removes the files that none leads to.
python3 - "$2" << 'CODE'
import html.parser, os, sys, urllib.parse
os.chdir(sys.argv[1])

class Page(html.parser.HTMLParser):
    def __init__(self, name):
        super().__init__()
        self.places, self.links, self.name, self.open = set(), [], name, 0
        with open(name, encoding="utf-8") as file:
            self.feed(file.read())
        if self.open:
            errors.add(f"{name}: <div> and </div> do not match")
    def handle_endtag(self, tag):
        self.open -= tag == "div"
    def handle_starttag(self, tag, attributes):
        self.open += tag == "div"
        if tag == "img" and not dict(attributes).get("alt"):
            errors.add(f"{self.name}: an image without a text")
        for key, value in attributes:
            if key == "id" or key == "name" and tag == "a":
                self.places.add(value)
            elif key in ("href", "src"):
                self.links.append(value)

pages, waiting, files, errors = {}, ["index.html"], set(), set()
def page(name):
    if name not in pages:
        pages[name] = Page(name)
        waiting.append(name)
    return pages[name]
while waiting:
    name = waiting.pop()
    files.add(name)
    for link in page(name).links:
        url = urllib.parse.urlsplit(link)
        if url.scheme:
            continue
        target = url.path or name
        if not os.path.isfile(target):
            errors.add(f"{name}: no file for {link}")
        elif target.endswith(".html"):
            if url.fragment and url.fragment not in page(target).places:
                errors.add(f"{name}: no place for {link}")
            page(target)
        files.add(target)
for name in set(os.listdir()) - files:
    os.remove(name)
print(*(f"docs: {each}" for each in sorted(errors)), sep="\n", end="\n" if errors else "")
sys.exit(len(errors) > 0)
CODE
echo "docs: $2/index.html"
