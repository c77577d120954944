"""Imports clients and prepares a call of each method, without sending it.

Reads a list of [path, {method: names of its params}] and writes a line of [path, problem] for each,
where "" means no problem.
"""

import builtins
import contextlib
import importlib.machinery
import importlib.util
import inspect
import io
import json
import sys

sys.dont_write_bytecode = True
BUILTINS = set(dir(builtins))
OWN = {"batch", "call", "close", "notify", "of", "with_timeout"}


def main():
    for path, params in json.load(sys.stdin):
        out, sys.stdout, sys.stderr = sys.stdout, io.StringIO(), io.StringIO()
        try:
            loader, module = unread(path)
            loader.exec_module(module)
            problem = different(dict(calls(module)), params)
        except BaseException as error:
            problem = f"cannot be imported and called: {error!r}"
        printed, sys.stdout, sys.stderr = sys.stdout.getvalue(), out, sys.__stderr__
        if printed:
            problem = f"runs text of the document: prints {printed!r}"
        if "PWNED" in vars(module) or set(dir(builtins)) - BUILTINS:
            problem = "runs text of the document: defines a name"
        print(json.dumps([path, problem]), flush=True)


def unread(path):
    name = path.rpartition("/")[2].removesuffix(".py")
    loader = importlib.machinery.SourceFileLoader(name, path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    sys.modules[name] = module
    return loader, module


# Each method with the params of a call.
def calls(module):
    [client] = [each for each in vars(module).values() if isinstance(each, type) and
                each.__module__ == module.__name__ and OWN <= set(vars(each))]
    api = client("http://127.0.0.1:1/api")
    groups = [api]
    for group in groups:
        groups += [each for each in vars(group).values() if is_group(each, module)]
        for name, function in vars(type(group)).items():
            if not inspect.isfunction(function) or name.endswith("__"):
                continue
            if group is api and name in OWN:
                continue
            # Names with "_" can be methods, or functions of the client that make no call.
            own = (AttributeError, IndexError) if name.startswith("_") else ()
            with contextlib.suppress(own):
                call = call_of(api, getattr(group, name), module)
                yield call.method, call.params


# An event has no call of its own; its subscription has one.
def call_of(api, method, module):
    params = list(inspect.signature(method).parameters.values())
    named = {each.name: "x" for each in params if each.kind is each.KEYWORD_ONLY}
    values = ["x"] * (len(params) - len(named))
    try:
        return api.of(method, *values, **named)
    except TypeError as error:
        if "is an event, not a call" not in str(error):
            raise
        subscription = method(*values, **named)
        assert isinstance(subscription, module.Subscription)
        return subscription._call


def is_group(value, module):
    return isinstance(value, getattr(module, "_Group"))


def different(calls, params):
    if calls.keys() != params.keys():
        return f"calls other methods than the document: {calls.keys() ^ params.keys()}"
    for method, names in params.items():
        sent = calls[method]
        if isinstance(sent, dict) and sent.keys() != set(names) or len(sent) != len(names):
            return f"sends {method!r} with other params than the document: {sent!r:.200}"
    return ""


main()
