"""Checks Python clients: Python parses them, they match the control, and importing is silent."""

import ast
import collections
import functools
import json
import pathlib
import re
import subprocess
import sys

from document import CONTROL, FOUND, TEXTS

HERE = pathlib.Path(__file__).parent

def check(outputs, _packages):
    for each in outputs:
        each.problems += problems(each)
    imports([each for each in outputs if each.kind != FOUND
             and not any("is not Python" in f for f in each.problems)])


def check_control(output):
    if CONTROL.encode() in first_lines(output.path.read_bytes()):
        return ["text of the document is in the first two lines, which PEP 263 reads"]
    return []


def problems(output):
    data, control = output.path.read_bytes(), output.control.read_bytes()
    if first_lines(data) != first_lines(control) and CONTROL.encode() not in first_lines(control):
        yield "text of the document changes the first two lines, which PEP 263 reads"
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError) as error:
        yield f"is not Python: {error}"
        return
    known, names = parsed_control(control)
    if output.kind == FOUND:
        have = collections.Counter(output.document.foreign(map(name_of, tree.body), names))
        want = collections.Counter()
    elif output.kind == TEXTS:
        have, want = statements(tree), statements(known)
    else:
        have, want = definitions(tree, names), definitions(known, names)
    for extra in have - want:
        yield f"has more than the control: {extra:.200}"
    for lost in want - have:
        yield f"has less than the control: {lost:.200}"
    calls = called(tree) - called(known)
    if calls:
        yield f"calls {', '.join(sorted(calls))}"


@functools.cache
def parsed_control(data):
    tree = ast.parse(data)
    return tree, fixed_names(tree)


def first_lines(data):
    return b"\n".join(re.split(rb"\r\n|\r|\n", data)[:2])


# For texts, compares the whole tree without docstrings and the contents of strings.
def statements(tree):
    return collections.Counter(map(ast.dump, Blank().visit(tree).body))


class Blank(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.Constant("" if isinstance(node.value, str) else node.value)

    def visit_JoinedStr(self, node):
        return self.generic_visit(node)

    def visit_Expr(self, node):
        is_prose = isinstance(node.value, ast.Constant)
        return None if is_prose else self.generic_visit(node)

    def visit_Pass(self, node):
        return None


# For names, compares the kinds and names of definitions in the module and its classes. A name that
# the control does not define, or derives from names of the document, is "*".
def definitions(tree, known):
    found = collections.Counter()
    for node in tree.body:
        scope = describe(node, known)
        found[scope] += 1
        for member in getattr(node, "body", []) if isinstance(node, ast.ClassDef) else []:
            if not is_plain(member):
                found[f"in {scope}: {describe(member, known, node.name + '.')}"] += 1
    return found


def describe(node, known, scope=""):
    kind, name = type(node).__name__, name_of(node)
    if name is None:
        return kind if is_plain(node) else f"{kind} {ast.unparse(node):.100}"
    return f"{kind} {name if scope + name in known else '*'}"


def name_of(node):
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        return ast.unparse(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])
    return getattr(node, "name", None)


def fixed_names(tree):
    """Names defined by the control and not derived from names of the document."""
    found = set()
    for node in tree.body:
        name = name_of(node) or ""
        found.add(name)
        found |= {f"{name}.{name_of(member) or ''}" for member in getattr(node, "body", [])}
    derived = re.compile(CONTROL.replace(" ", "_?") + "|[0-9]", re.IGNORECASE)  # Error2, too
    return {name for name in found if not derived.search(name)}


def is_plain(node):
    is_prose = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_prose or isinstance(node, ast.Pass)


def called(tree):
    """Names and attributes that are called, except methods and types of the document."""
    types = {n.name for n in ast.walk(tree) if isinstance(n, (ast.ClassDef, ast.FunctionDef))}
    types |= {t.id for n in tree.body if isinstance(n, ast.Assign)
              for t in n.targets if isinstance(t, ast.Name)}
    calls = {ast.unparse(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call)}
    return {c for c in calls if c not in types}


def imports(outputs):
    listed = json.dumps([[str(each.path), each.document.params()] for each in outputs])
    done = subprocess.run([sys.executable, HERE / "python_calls.py"], input=listed, text=True,
                          capture_output=True, timeout=300)
    results = dict(map(json.loads, done.stdout.splitlines()))
    for each in outputs:
        problem = results.get(str(each.path), f"ends the importer: {done.stderr[-300:]}")
        each.problems += [problem] * bool(problem)
