"""Runs each call_N.py, with the client beside it, and compares what it sends with calls.json."""

import json
import pathlib
import re
import sys

sys.path.insert(0, ".")
import client  # noqa: E402


class Sent(BaseException):
    pass


def ask(_transport, _method, body, _timeout):
    raise Sent(json.loads(body))


def open_stream(_transport, _by, body, _timeout):
    raise Sent(json.loads(body))


def named(params, names):
    return params if isinstance(params, dict) else dict(zip(names, params or []))


def plain(value):
    """Without differences of texts of a format: UUID in upper case, Z, digits of a second."""
    return re.sub(r'(:\d\d)(?:\.(\d+))?(z|[+-]\d\d:\d\d)"', lambda found: found[1] + "." +
                  f"{found[2] or '':0<6.6}" + found[3].replace("z", "+00:00") + '"',
                  json.dumps(value, sort_keys=True).lower())


client._Transport.ask, client._Transport.open = ask, open_stream
failed = 0
for i, (method, names, params) in enumerate(json.loads(pathlib.Path("calls.json").read_text())):
    script = pathlib.Path(f"call_{i}.py").read_text()
    try:
        exec(compile(script, f"call_{i}.py", "exec"), {"__name__": "__main__"})
        problem = "sends nothing"
    except Sent as sent:
        got = sent.args[0]
        is_equal = plain(named(got.get("params"), names)) == plain(named(params, names))
        problem = "" if got["method"] == method and is_equal else f"sends {got}"
    except Exception as error:
        problem = repr(error)
    if problem:
        failed += 1
        print(f"{method} {params!r:.200}: {problem:.400}\n{script}")
sys.exit(failed > 0)
