"""Checks C++ clients: they compile without warnings and match the control."""

import collections
import concurrent.futures
import functools
import os
import re
import shlex
import subprocess

from document import CONTROL, TEXTS

# A program may include any header of the C library before, so no name may be one of its macros.
HEADERS = """callbox/connection.hpp cassert cerrno cfenv cfloat cinttypes climits clocale cmath
    csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cwchar cwctype map
    optional string string_view tuple variant vector""".split()
FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-fmax-errors=1", "-Iinclude"]
BATCH = 16  # clients in one run of the compiler
COMPILER = shlex.split(os.environ.get("CXX", "c++"))

TOKEN = re.compile(r"""
    (?P<comment>//[^\n]*|/\*.*?\*/)
    | (?P<text>(?:u8|[uUL])?R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)"
        | (?:u8|[uUL])?"(?:[^"\\\n]|\\.)*"(?:sv?|_\w+)?)
    | (?P<character>(?<!\w)'(?:[^'\\\n]|\\.)+')
    | (?P<directive>^[ \t]*\#[^\n]*)
    | (?P<word>\w+)
    | (?P<mark_or_error>\S)
""", re.VERBOSE | re.DOTALL | re.MULTILINE)


def check(outputs, packages):
    if not outputs:
        return
    folder = outputs[0].path.parent
    first = folder / "first.hpp"
    first.write_text("".join(f"#include <{header}>\n" for header in HEADERS))
    compile_one([*FLAGS, "-x", "c++-header", "-o", f"{first}.gch", first], True)
    for each in outputs:
        each.problems += problems(each)
    sound = [each for each in outputs if not each.problems]
    batches = [sound[i:i + BATCH] for i in range(0, len(sound), BATCH)]
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        list(pool.map(lambda batch: compile_batch(batch, first), batches))


# Compiles each client in its own namespace. A failing batch is split in halves, down to one.
def compile_batch(outputs, first):
    options = [*FLAGS, "-include", first, "-fsyntax-only", "-x", "c++"]
    if len(outputs) == 1:
        outputs[0].problems += compile_one([*options, "-include", outputs[0].path, "/dev/null"])
        return
    source = outputs[0].path.with_suffix(".cpp")
    source.write_text("".join(f'namespace n{i} {{\n#include "{each.path.name}"\n}}\n'
                              for i, each in enumerate(outputs)))
    if compile_one([*options, source]):
        half = len(outputs) // 2
        compile_batch(outputs[:half], first)
        compile_batch(outputs[half:], first)


def compile_one(options, must=False):
    done = subprocess.run([*COMPILER, *options], capture_output=True, text=True, errors="replace",
                          check=must, timeout=300)
    lines = [line for line in done.stderr.splitlines() if re.search("error:|warning:", line)]
    lines = [re.sub("^[^:]*/", "", line)[:200] for line in lines]
    return lines[:1] or [f"the compiler exits with {done.returncode}"] * (done.returncode != 0)


def problems(output):
    have, want = read(output.path), read(output.control)
    if output.kind == TEXTS:
        if have.tokens != want.tokens:
            at = next((i for i, (a, b) in enumerate(zip(have.tokens, want.tokens)) if a != b), -20)
            yield f"has other code than the control: {' '.join(have.tokens[at:at + 20])}"
        return
    for what in "definitions", "marks":
        more, less = getattr(have, what), getattr(want, what)
        for extra in more - less:
            yield f"has more than the control: {extra}"
        for lost in less - more:
            yield f"has less than the control: {lost}"


@functools.cache
def read(path):
    return Code(path.read_text(errors="replace"))


class Code:
    """Tokens without comments and contents of literals; adjacent literals are one token."""

    def __init__(self, text):
        self.tokens = []
        for token in TOKEN.finditer(text.replace("\\\n", "")):
            kind = token.lastgroup if token.lastgroup != "mark" else "text"
            shown = {"comment": "", "text": '""', "character": "' '"}.get(kind, token[0])
            if shown and not (shown == '""' and self.tokens[-1:] == ['""']):
                self.tokens.append(shown)
        self.marks = collections.Counter(t for t in self.tokens if t in ";{}" or t[0] == "#")
        self.definitions = collections.Counter(self._definitions())

    # The beginnings of declarations in the namespace, with "*" for names.
    def _definitions(self):
        depth, head = 0, []
        for token in self.tokens:
            if depth == 1 and token not in "{}":
                head.append("*" if token.isidentifier() and token not in KNOWN else token)
            if depth == 1 and token in "{;" and head:
                yield " ".join(head).split(" (")[0]
                head = []
            depth += (token == "{") - (token == "}")


KNOWN = set("""struct class enum using template constexpr auto namespace inline static const public
    Calls Client Send callbox calling std describe operator""".split())
