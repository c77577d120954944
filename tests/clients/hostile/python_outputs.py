"""What clients in Python must be: parsed by Python itself, of the control's shape, and silent."""

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
        each.faults += faults(each)
    imports([each for each in outputs if each.kind != FOUND
             and not any("is no Python" in f for f in each.faults)])


def check_control(output):
    if CONTROL.encode() in first_lines(output.path.read_bytes()):
        return ["text of the document stands in the first two lines, where PEP 263 looks"]
    return []


def faults(output):
    data, control = output.path.read_bytes(), output.control.read_bytes()
    if first_lines(data) != first_lines(control) and CONTROL.encode() not in first_lines(control):
        yield "text of the document changes the first two lines, where PEP 263 looks"
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError) as error:
        yield f"is no Python: {error}"
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
        yield f"has what the control has not: {extra:.200}"
    for lost in want - have:
        yield f"lacks what the control has: {lost:.200}"
    calls = called(tree) - called(known)
    if calls:
        yield f"calls {', '.join(sorted(calls))}"


@functools.cache
def parsed_control(data):
    tree = ast.parse(data)
    return tree, fixed_names(tree)


def first_lines(data):
    return b"\n".join(re.split(rb"\r\n|\r|\n", data)[:2])


# Of texts the whole tree is compared, without docstrings, and without what strings contain.
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


# Of names: the kinds and names of what a module and its classes define. What the control does not
# define, or derives from the document's names, is "*".
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
    """The names that the control defines and does not derive from the document's names."""
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
    """Names and attributes that are called, but for the methods and types of the document."""
    types = {n.name for n in ast.walk(tree) if isinstance(n, (ast.ClassDef, ast.FunctionDef))}
    types |= {t.id for n in tree.body if isinstance(n, ast.Assign)
              for t in n.targets if isinstance(t, ast.Name)}
    calls = {ast.unparse(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call)}
    return {c for c in calls if c not in types}


def imports(outputs):
    listed = json.dumps([[str(each.path), each.document.params()] for each in outputs])
    done = subprocess.run([sys.executable, HERE / "python_calls.py"], input=listed, text=True,
                          capture_output=True, timeout=300)
    said = dict(map(json.loads, done.stdout.splitlines()))
    for each in outputs:
        fault = said.get(str(each.path), f"ends the importer: {done.stderr[-300:]}")
        each.faults += [fault] * bool(fault)
