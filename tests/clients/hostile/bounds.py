"""Time and output limits for documents that are deep, wide or full of references."""

import json
import os
import resource
import signal
import subprocess

from document import method, reference

OUTPUT_MAX = 64, 64 << 10  # times the size of the document, plus bytes
CPU_SECONDS_MAX = 5
MEMORY_MAX = 1 << 30
MANY = 20_000

TEXT, NULL = {"type": "string"}, {"name": "r", "schema": {"type": "null"}}


def document(methods, schemas):
    return {"openrpc": "1.4.0", "info": {"title": "Large", "version": "1"}, "methods": methods,
            "components": {"schemas": schemas}}


def of_result(schema, **schemas):
    return document([method("m", [], {"name": "r", "schema": schema})], schemas)


def pairs(make):
    """40 schemas, each of two references to the previous one."""
    schemas = {"s0": TEXT} | {f"s{i}": make([reference(f"s{i - 1}")] * 2) for i in range(1, 41)}
    return of_result(reference("s40"), **schemas)


def nested(count, make):
    schema = TEXT
    for _ in range(count):
        schema = make(schema)
    return schema


def chain(count, make):
    schemas = {f"s{i}": make(reference(f"s{i + 1}")) for i in range(count)}
    return of_result(reference("s0"), **schemas, **{f"s{count}": TEXT})


def members(count):
    return {"type": "object", "properties": {f"m{i}": TEXT for i in range(count)}}


DOCUMENTS = {
    "tuples of two": pairs(lambda two: {"type": "array", "items": two, "additionalItems": False}),
    "tuples of two, as of 2020": pairs(lambda two: {"type": "array", "prefixItems": two}),
    "structs of two": pairs(lambda two: {"type": "object",
                                         "properties": {"a": two[0], "b": two[1]}}),
    "alternatives of two": pairs(lambda two: {"oneOf": two}),
    "allOf of two": pairs(lambda two: {"allOf": two}),
    "a margin": document([method("m", [], NULL, description="\n" + " " * MANY + "x\n" * MANY)],
                         {}),
    "a margin of one line": document([method("m", [], NULL, description=" " * MANY + "x")], {}),
    "members": of_result(reference("s"), s=members(MANY)),
    "required members": of_result(reference("s"), s=members(MANY) | {
        "required": [f"m{i}" for i in range(MANY)]}),
    "members of one identifier": of_result(reference("s"), s={
        "type": "object", "properties": {"a" + "-" * i: TEXT for i in range(200)}}),
    "members of a parameter": document([method("m", [{"name": "p", "schema": members(MANY)}],
                                               NULL)], {}),
    "methods": document([method(f"m{i}", [], NULL) for i in range(MANY)], {}),
    "methods of groups": document([method(f"g{i}.m", [], NULL) for i in range(MANY)], {}),
    "methods that fail": document([method(f"m{i}", [], NULL, errors=[{"code": i, "message": "x"}])
                                   for i in range(MANY)], {}),
    "a deep group": document([method("a." * MANY + "a", [], NULL)], {}),
    "parameters": document([method("m", [{"name": f"p{i}", "schema": TEXT} for i in range(MANY)],
                                   NULL)], {}),
    "errors": document([method("m", [], NULL, errors=[{"code": i, "message": "x"}
                                                      for i in range(MANY)])], {}),
    "values": of_result({"enum": [f"v{i}" for i in range(MANY)]}),
    "values of one identifier": of_result({"enum": ["a" + "-" * i for i in range(200)]}),
    "schemas": document([method(f"m{i}", [], {"name": "r", "schema": reference(f"s{i}")})
                         for i in range(MANY)], {f"s{i}": members(1) for i in range(MANY)}),
    "schemas of one title": document(
        [method(f"m{i}", [], {"name": "r", "schema": {"title": "T", **members(1)}})
         for i in range(MANY)], {}),
    "alternatives": of_result({"oneOf": [{"type": "object", "properties": {f"m{i}": TEXT}}
                                         for i in range(2_000)]}),
    "a chain of allOf": chain(2_000, lambda next: {"allOf": [next, members(1)]}),
    "a chain of references": chain(5_000, lambda next: next),
    "a chain of lists": chain(5_000, lambda next: {"type": "array", "items": next}),
    "a chain of structs": chain(5_000, lambda next: {"type": "object", "properties": {"n": next}}),
    "nested lists": of_result(nested(60, lambda of: {"type": "array", "items": of})),
    "nested structs": of_result(nested(40, lambda of: {"type": "object",
                                                       "properties": {"n": of}})),
    "a name": document([method("m" * 200_000, [], NULL)], {}),
    "a word": document([method("m", [], NULL, description="x" * 500_000)], {}),
}


def run(folder):
    """Prints runs that are too large or too slow; returns whether there are none."""
    out = folder / "clients" / "hostile"
    out.mkdir(parents=True, exist_ok=True)
    program, path, failed = folder / "callbox-openrpc", out / "large.json", 0
    commands = [["client", language, path] for language in ("typescript", "python", "c++")]
    commands.append(["check", path, path])
    for name, made in DOCUMENTS.items():
        path.write_text(json.dumps(made))
        for command in commands:
            problem = cost(program, command, out, path.stat().st_size)
            if problem:
                failed += 1
                print(f"FAILED: hostile: {' '.join(command[:-1][:2])} of {name}: {problem}")
    count = len(DOCUMENTS) * len(commands)
    print(f"{'FAILED' if failed else 'ok'}: hostile: {count - failed} of {count} runs are within "
          f"{CPU_SECONDS_MAX} s and {OUTPUT_MAX[0]} times the document", flush=True)
    return not failed


def cost(program, command, out, size):
    output_max = OUTPUT_MAX[0] * size + OUTPUT_MAX[1]

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS_MAX + 1,) * 2)
        resource.setrlimit(resource.RLIMIT_FSIZE, (output_max + 1,) * 2)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with open(out / "large.out", "wb") as output, open(out / "large.notes", "wb") as notes:
        child = subprocess.Popen([program, *command], stdin=subprocess.DEVNULL, stdout=output,
                                 stderr=notes, preexec_fn=limit)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = code = os.waitstatus_to_exitcode(status)
    largest = max((out / name).stat().st_size for name in ("large.out", "large.notes"))
    lines = (out / "large.notes").read_bytes().count(b"\n")
    if code == -signal.SIGXFSZ or largest > output_max:
        return f"more than {output_max} bytes of {size}"
    if used.ru_utime > CPU_SECONDS_MAX:
        return f"{used.ru_utime:.1f} s"
    if code < 0:
        return f"ended by {signal.Signals(-code).name}"
    if code != 0 and (code != 2 or lines != 1):
        return f"exit status {code} with {lines} lines"
    return ""
