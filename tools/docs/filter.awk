# The INPUT_FILTER of Doxygen: `awk -f tools/docs/filter.awk FILE`. Prints the public declarations
# of a header, with its comments in the syntax of Doxygen and one group for the header; or a page,
# with its links to files of the source as links of the HTML.
BEGIN {
    file = ARGV[1]  # absolute, if Doxygen calls this
    root = ENVIRON["PWD"] "/"
    if (index(file, root) == 1) file = substr(file, length(root) + 1)
    name = file
    sub(/.*\//, "", name)
    group = name
    sub(/[.]hpp$/, "_hpp", group)
    ident = "[a-z_0-9]+"
}
file ~ /[.]md$/ { page_line($0); next }
{ header($0) }
END {
    if (file ~ /[.]md$/) page_line("")  # without it a list at the end stays open
    else if (name == "callbox.hpp") end_of_head()
}

# ---- Text, outside of code.

function exists(path,    line, found) {
    found = (getline line < path) > 0
    close(path)
    return found
}
# A span of code has two backticks, as one may end at a quote; none in a link, if it has quotes.
function escaped(text,    out, part, count, i) {
    count = split(text, part, "`")
    for (i = 1; i <= count; i++)
        out = out (i % 2 || in_link && part[i] ~ /"/ ? prose(part[i]) : "`` " part[i] " ``")
    return out
}
function prose(text,    out, word, before, is_header) {
    gsub(/[<>&@#%$]/, "\\\\&", text)
    gsub(/--[a-z]/, "\\\\&", text)
    while (match(text, /[a-z_]+[.]hpp/)) {
        before = substr(text, 1, RSTART - 1)
        word = substr(text, RSTART, RLENGTH - 4)
        text = substr(text, RSTART + RLENGTH)
        is_header = !in_link && before !~ /[\/."]$/ && exists("include/callbox/" word ".hpp")
        word = is_header ? "@ref " word "_hpp \"" word ".hpp\"" : word ".hpp"
        out = out before word
    }
    return out text
}

# ---- Headers.

function header(line,    at, code) {
    at = comment_of(line)
    code = at ? substr(line, 1, at - 1) : line
    sub(/ +$/, "", code)
    if (code != "" || !at) end_of_trailing()
    if (code == "" && at) comment_line(line, at)
    else if (code == "") blank_line()
    else if (code ~ /^#/) include(code, at ? substr(line, at + 3) : "")
    else code_line(code, at ? substr(line, at + 2) : "", at)
}
# The position of a comment in a line; 0: there is none.
function comment_of(line,    i, c, quote) {
    if (line !~ /\/\//) return 0
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        if (quote != "") {
            if (c == "\\") i++
            else if (c == quote) quote = ""
        } else if (c == "\"" || c == "'" && substr(line, i - 1, 3) !~ /[0-9]'[0-9]/) quote = c
        else if (substr(line, i, 2) == "//") return i
    }
    return 0
}
function comment_line(line, at,    text) {
    text = substr(line, at + 2)
    if (text ~ /^ (NOLINT|----)/) return
    if (trailing == at) pending = pending text
    else {
        end_of_trailing()
        if (lines == 0) is_first = was_blank
        block[++lines] = text
        margin = substr(line, 1, at - 1)
        trailing = 0
    }
}
function blank_line() {
    if (name == "callbox.hpp") {
        block[++lines] = ""
        return
    }
    if (!head_is_done) end_of_head()
    end_of_members()
    lines = trailing = 0
    was_blank = 1
    if (!is_hidden()) print ""
}
# Names the other headers in callbox.hpp, each with its comment.
function include(code, text) {
    if (!head_is_done && name != "callbox.hpp") end_of_head()
    if (name != "callbox.hpp" || code !~ /^#include/) return
    match(code, /[a-z_]+[.]hpp/)
    block[++lines] = " - " substr(code, RSTART, RLENGTH) " - " text
}
function end_of_head() {
    if (lines == 0 || head_is_done) return
    sub(/^[^-]* - /, " ", block[1])
    if (block[1] ~ /^ [a-z]+[ ,.]/)
        block[1] = " " toupper(substr(block[1], 2, 1)) substr(block[1], 3)
    print "/// @defgroup " group " callbox/" name
    print_block()
    head_is_done = 1
}
function code_line(code, comment, at,    was_hidden) {
    was_hidden = is_hidden()
    opened = closed = ""
    scan(code)
    if (code ~ /^ *static_assert/) in_assertion = 1
    if (was_hidden && is_hidden() || in_assertion) {
        if (code ~ /;$/) in_assertion = 0
        lines = trailing = 0
        return
    }
    # The base of public classes has a namespace that is hidden otherwise.
    if (was_hidden && opened ~ /class/) {
        print "namespace detail {"
        begin_group()
    }
    if (opened ~ /hidden/) lines = 0
    if (is_first && comment != "" && code ~ /;$/ && lines) begin_members()
    else print_block()
    if (closed ~ /ns/) print "/// @}"
    if (closed != "") end_of_members()
    if (!is_forward(code) && opened closed !~ /hidden/) print code
    if (opened ~ /ns/) begin_group()
    if (closed ~ /class/ && is_hidden()) print "/// @}\n}"
    is_first = trailing = 0
    was_blank = opened != ""
    if (comment == "" || is_hidden() || comment ~ /NOLINT/) return
    if (code ~ /^ *}/ || is_forward(code)) return
    trailing = at
    pending = comment
}
# Prints the comment after a declaration, in one line: its summary is the first one.
function end_of_trailing() {
    if (pending != "") print "///<" escaped(pending)
    pending = ""
}
function begin_group() { print "/// @addtogroup " group "\n/// @{\n" }
function is_forward(code) { return code ~ "^(template <[^>]*> )?(struct|class) " ident ";$" }

# A comment above members that have comments of their own is their heading.
function begin_members(    title) {
    end_of_members()
    title = block[1]
    print margin "/// @name" escaped(title)
    block[1] = ""
    print_block()
    print margin "/// @{"
    in_members = 1
}
function end_of_members() {
    if (in_members) print margin "/// @}"
    in_members = 0
}

# Prints the comment before a declaration.
function print_block(    i, text, in_list, last) {
    for (i = 1; i <= lines; i++) {
        text = block[i]
        if (text ~ /^ - /) in_list = 1
        else if (text == "" || text ~ /^ [^ ]/) in_list = 0
        if (in_list || text !~ /^   /) print margin "///" escaped(text)
        else i = print_code(i)
    }
    lines = 0
}
function print_code(first,    last, i, is_table) {
    for (i = first; i <= lines && (block[i] ~ /^   / || block[i] == ""); i++) {
        if (block[i] != "") last = i
        if (block[i] ~ /[^ ]   +[^ \/]/) is_table = 1
    }
    print margin "/// @code{" (is_table ? ".txt" : ".cpp") "}"
    for (i = first; i <= last; i++) print margin "///" block[i]
    print margin "/// @endcode"
    return last
}

# Keeps the stack of braces: ns, class, body or hidden, each within another of its kind or a class.
function scan(code,    i, c, kind) {
    gsub(/'[0-9][0-9][0-9]/, "", code)
    gsub(/"([^"\\]|\\.)*"|'([^'\\]|\\.)'/, "", code)
    for (i = 1; i <= length(code); i++) {
        c = substr(code, i, 1)
        if (c == "{") {
            kind = kind_of(head)
            opened = opened " " kind
            scope[++depth] = kind
        } else if (c == "}") closed = closed " " scope[depth--]
        head = c ~ /[{};]/ ? "" : head c
    }
    head = head " "
    if (closed != "" && opened != "") opened = closed = ""
}
function kind_of(head,    is_class) {
    if (head ~ /^ *(inline )?namespace /)
        return head ~ /(detail|table_error|cli|events) *$/ ? "hidden" : "ns"
    if (head ~ /struct std::/) return "hidden"
    if (is_hidden() && head !~ /struct (bounded|with_name) $/) return scope[depth]
    # The last of these words is not that of a template parameter.
    while (match(head, /(^|[^a-z_])(struct|class|enum|union) /)) {
        head = substr(head, RSTART + RLENGTH)
        is_class = 1
    }
    return is_class && head !~ /[(=]/ ? "class" : "body"
}
function is_hidden() { return depth && scope[depth] ~ /body|hidden/ }

# ---- Pages.

# The address of a page or header in the HTML; "": it is not part of the HTML.
function address(path,    page) {
    if (path ~ /^include\/callbox\/[a-z_]+[.]hpp$/) {
        gsub(/.*\/|[.]hpp$/, "", path)
        gsub(/_/, "__", path)
        return "group__" path "__hpp.html"
    }
    page = page_of(path)
    return page == "" ? "" : page == "mainpage" ? "index.html" : page ".html"
}
function page_of(path) {
    if (path == "README.md") return "mainpage"
    if (path == "src/README.md") return "source"
    if (path == "tools/deploy/README.md") return "operations"
    if (path == "tools/bench/README.md") return "performance"
    if (path == "tools/bench/peers.md") return "peers"
    if (path !~ /^(tools\/docs\/)?[A-Za-z-]+[.]md$/) return ""
    gsub(/.*\/|[.]md$/, "", path)
    return tolower(path)
}
# A path relative to this file, from the root of the source.
function from_root(path,    folder) {
    folder = file
    if (!sub(/\/[^\/]*$/, "/", folder)) folder = ""
    path = folder path
    while (sub(/[^\/.]+\/[.][.]\//, "", path)) continue
    return path
}
# The anchor of a heading, as Git forges make it.
function slug(text) {
    text = tolower(text)
    gsub(/[^a-z0-9 _-]/, "", text)
    gsub(/ /, "-", text)
    return text
}
function page_line(line) {
    if (in_fence) {
        print line == "```" ? "@endcode" : line
        if (line == "```") in_fence = 0
    } else if (line ~ /^<!--/ || in_comment) in_comment = line !~ /-->/
    else if (line ~ /^```/) {
        end_of_paragraph()
        print "@code{" (line ~ /c(pp|xx)$/ ? ".cpp" : ".txt") "}"
        in_fence = 1
    } else if (line ~ /^    / && paragraph == "" && !in_list) {
        print line
    } else if (line ~ /^#+ /) {
        end_of_paragraph()
        heading(line)
    } else if (line == "") {
        end_of_paragraph()
        print ""
    } else paragraph = paragraph (paragraph == "" ? "" : "\n") line
}
function heading(line,    text, id) {
    text = line
    sub(/^#+ /, "", text)
    id = page_of(file) (line ~ /^# / ? "" : "-" slug(text))
    if (seen[id]++) id = id "-" seen[id] - 1
    sub(/ .*/, "", line)
    in_link = 1  # as links, headings contain neither links nor, in Doxygen, code
    gsub(/`/, "", text)
    print line " " prose(text) " {#" id "}"
    in_link = 0
}
function end_of_paragraph() {
    if (paragraph != "") print linked(paragraph)
    paragraph = ""
}
# A link to a page, or, if the file is not part of the HTML, its name.
function link_to_source(link, target,    place) {
    place = index(target, "#") ? substr(target, index(target, "#") + 1) : ""
    sub(/#.*/, "", target)
    target = target == "" ? file : from_root(target)
    if (address(target) == "") return escaped(link) " (`` " target " ``)"
    return "[" escaped(link) "](" address(target) \
        (place == "" ? "" : "#" page_of(target) "-" place) ")"
}
# The paragraph with its links, which may be of several lines.
function linked(text,    out, before, link, target) {
    while (match(text, /\[[^][]+\]\([^()]+\)/)) {
        before = substr(text, 1, RSTART - 1)
        link = substr(text, RSTART + 1, RLENGTH - 2)
        text = substr(text, RSTART + RLENGTH)
        out = out escaped(before)
        in_link = 1
        target = link
        sub(/.*\]\(/, "", target)
        sub(/\]\([^(]*$/, "", link)
        if (sub(/!$/, "", out)) {
            sub(/.*\//, "", target)  # Doxygen copies the image: IMAGE_PATH
            out = out "<img src=\"" target "\" alt=\"" link "\"/>"
        } else if (target ~ /^https?:/) out = out "[" escaped(link) "](" target ")"
        else out = out link_to_source(link, target)
        in_link = 0
    }
    return out escaped(text)
}
