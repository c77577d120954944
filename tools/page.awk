# awk -v folder=FOLDER -f page.awk FOLDER/page.html: the page as it is baked, with the files of its
# folder in the place of the lines that name them, <!-- part NAME -->, and without what its readers
# don't need: indents, comments, blanks and ends of lines that mean nothing, and long names of what
# only the script itself names. Who reads the source of a page finds it in the repository.
#
# It knows as much of JavaScript as it takes: strings, templates, patterns, each on one line, and
# words. A line that may end a statement stays a line. A word is renamed if it is declared (const,
# let, function, a parameter) and nowhere the name of a property, so that one name has one meaning
# everywhere: so nothing has the name of a global that the script uses, or one as short as the new
# ones, A and A1.

function put(line,    rest) {
    sub(/^ */, "", line)
    if (kind == "css") line = squeeze_style(line)
    if (kind == "js") line = squeeze_script(line)
    if (line == "") return
    rest = length(whole) - 1
    if (whole ~ /["`']\+$/ && substr(line, 1, 1) == substr(whole, rest, 1) && line !~ used) {
        whole = substr(whole, 1, rest - 1) substr(line, 2)
    } else if (kind == "js" && (whole ~ /([;,{(:?&|]|\[)$/ || line ~ /^(\]|[)}.,?:])/)) {
        if (line ~ /^[])}]/) sub(/[,;]$/, "", whole)
        whole = whole line
    } else whole = whole (kind == "css" || whole == "" ? "" : "\n") line
}

function squeeze_style(line) {
    gsub(/ *\/\*.*\*\/ */, "", line)
    gsub(/;? \}/, "}", line)
    gsub(/: /, ":", line)
    gsub(/, /, ",", line)
    gsub(/; /, ";", line)
    gsub(/ > /, ">", line)
    gsub(/ \{ ?/, "{", line)
    return line
}

# Code loses blanks beside signs; words that may be renamed stand between \001 and \002.
function squeeze_script(line,    out, i, c, next_one, last, word) {
    quote = ""
    for (i = 1; i <= length(line); i++) {
        c = substr(line, i, 1)
        next_one = substr(line, i + 1, 1)
        if (quote != "") {
            out = out c
            if (c == "\\") out = out substr(line, ++i, 1)
            else if (quote == "/" && c == "[") quote = "["
            else if (quote == "[" && c == "]") quote = "/"
            else if (quote == "`" && c == "$" && next_one == "{") {
                out = out substr(line, ++i, 1)
                within[++depth] = "template"
                quote = ""
            } else if (c == quote) quote = ""
            continue
        }
        last = out == "" ? substr(whole, length(whole), 1) : substr(out, length(out), 1)
        if (c == " ") {
            if (last ~ sign || next_one ~ sign)
                if (!(last ~ /[-+]/ && next_one == last)) continue
        } else if (c == "/" && next_one == "/") {
            break
        } else if (c == "/" && next_one == "*") {
            i += index(substr(line, i), "*/")
            continue
        } else if (c ~ /["`']/ || (c == "/" && out ~ /(^|[(,=:\[!&|?{};>]|return ?)$/)) {
            quote = c
        } else if (c ~ /[[({]/) {
            within[++depth] = c == "{" && is_object(out == "" ? whole : out) ? "object" : c
        } else if (c ~ /[])}]/) {
            sub(c == "}" ? "[,;]$" : ",$", "", out)
            if (within[depth--] == "template") quote = "`"
        } else if (c ~ /[A-Za-z_]/ && last !~ /[0-9A-Za-z_$]/) {
            match(substr(line, i), /^[A-Za-z_0-9$]+/)
            word = substr(line, i, RLENGTH)
            i += RLENGTH - 1
            out = out marked(word, out == "" ? whole : out, last)
            continue
        }
        out = out c
    }
    sub(/ $/, "", out)
    return out
}

# Whether "{" behind that code begins an object, or what takes one apart.
function is_object(code) { return code ~ /([(,=:[?&|]|return ?|const ?|let ?)$/ && code !~ /=>$/ }

function marked(word, code, last) {
    if ((last == "." && code !~ /\.\.\.$/) ||
        (within[depth] == "object" && code ~ /[{,]((get|set|async) )?$/)) {
        is_property[word] = 1
        return word
    }
    if (word == "const") return "let"  # shorter, and means the same
    if (length(word) < 3 || word ~ /^(let|function)$/) return word
    if (code ~ /(let|function\*?) $/) is_declared[word] = 1
    return "\001" word "\002"
}

# Parameters: "(a, b) =>" and "function f(a, b)".
function declare_parameters(code,    list) {
    while (match(code,
                 /(function\*? ?\001[^\002]+\002)?\([][{}.,=:\001\002a-zA-Z_0-9]*\)(=>|\{)/)) {
        list = substr(code, RSTART, RLENGTH)
        code = substr(code, RSTART + RLENGTH - 1)
        if (list !~ /=>$/ && list !~ /^function/) continue
        sub(/^[^(]*/, "", list)
        while (match(list, /[(,]\001[a-zA-Z_0-9]+/)) {
            is_declared[substr(list, RSTART + 2, RLENGTH - 2)] = 1
            list = substr(list, RSTART + RLENGTH)
        }
    }
}

function renamed(code,    rest, word, best, letter, bytes, short, n, out) {
    declare_parameters(code)
    rest = code
    while (match(rest, /\001[^\002]+\002/)) {
        word = substr(rest, RSTART + 1, RLENGTH - 2)
        bytes[word] += length(word)
        rest = substr(rest, RSTART + RLENGTH)
    }
    n = 0
    for (;;) {
        best = ""
        for (word in bytes)
            if ((word in is_declared) && !(word in is_property) && !(word in short))
                if (best == "" || bytes[word] > bytes[best] ||
                    (bytes[word] == bytes[best] && word < best)) best = word
        if (best == "") break
        letter = substr("ABCDEFGHIJKLMNOPQRSTUVWXYZ", n % 26 + 1, 1)
        short[best] = letter (n < 26 ? "" : int(n / 26))
        n++
    }
    while (match(code, /\001[^\002]+\002/)) {
        word = substr(code, RSTART + 1, RLENGTH - 2)
        out = out substr(code, 1, RSTART - 1) (word in short ? short[word] : word)
        code = substr(code, RSTART + RLENGTH)
    }
    return bare_parameters(out code)
}

# "one =>" in place of "(one) =>".
function bare_parameters(code,    out, arrow) {
    while (match(code, /[=(,:?&|]\([A-Za-z_][A-Za-z_0-9]*\)=>/)) {
        arrow = substr(code, RSTART, RLENGTH)
        out = out substr(code, 1, RSTART - 1) substr(arrow, 1, 1) \
            substr(arrow, 3, length(arrow) - 5) "=>"
        code = substr(code, RSTART + RLENGTH)
    }
    return out code
}

BEGIN {
    sign = "[][{}()=,:;?+*/<>&|!%^-]"
    # A text that something is done with before it is added to another.
    used = "^(\"([^\"\\\\]|\\\\.)*\"|'([^'\\\\]|\\\\.)*'|`([^`\\\\]|\\\\.)*`)[.([]"
}
/^<!-- part .* -->$/ {
    new_kind = $3
    sub(/.*\./, "", new_kind)
    if (kind != new_kind) whole = ""
    kind = new_kind
    part = folder "/" $3
    while ((state = getline line < part) > 0) put(line)
    if (state == 0) next
    print "page.awk: cannot read " part > "/dev/stderr"
    exit 1
}
/^\/\// { next }
{
    if (whole != "") print (kind == "js" ? renamed(whole) : whole)
    kind = whole = ""
    sub(/^ */, "")
    if ($0 != "") print
}
