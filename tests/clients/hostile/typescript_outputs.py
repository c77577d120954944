"""Checks TypeScript clients with typescript.mjs, all in one process."""

import json
import os
import pathlib
import subprocess

from document import CONTROL

HERE = pathlib.Path(__file__).parent


def check(outputs, packages):
    if not outputs:
        return
    out = outputs[0].path.parent
    (out / "package.json").write_text('{"type": "module"}')
    program = out / "typescript.mjs"  # next to the packages, for node to find them
    program.write_bytes((HERE / "typescript.mjs").read_bytes())
    listed = [{"path": str(each.path), "control": str(each.control), "kind": each.kind,
               "methods": list(each.document.params())} for each in outputs]
    done = subprocess.run(["node", program, HERE.parent / "typescript/tsconfig.json", CONTROL],
                          input=json.dumps(listed), text=True, capture_output=True, timeout=1800,
                          env=os.environ | {"NODE_OPTIONS": "--max-old-space-size=3000"})
    by_path = {str(each.path): each for each in outputs}
    try:
        results = json.loads(done.stdout)
        for path, problem in results["problems"]:
            by_path[path].problems.append(problem)
        known = set()
        for path, names, calls in results["defined"]:
            document = by_path[path].document
            if document.is_seed:
                known |= set(calls)
            by_path[path].problems += [f"defines {name}" for name in document.foreign(names, ())]
            by_path[path].problems += [f"calls {callee}" for callee in set(calls) - known]
    except ValueError:
        for each in outputs:
            each.problems.append(f"typescript.mjs failed: {done.stderr[-300:]}")
