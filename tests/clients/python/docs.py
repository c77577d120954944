# docs.py CLIENT...: what clients export and help() shows, and warnings about deprecated methods.
import importlib
import inspect
import os
import pydoc
import sys
import types
import warnings
from typing import Callable, Iterator, Tuple

import everything
from claims import check, claim, equal
from everything import Everything
from odd import _2ndClassOdd as Odd
from peer import Actor, http, result

modules = [importlib.import_module(name.replace(".py", "")) for name in sys.argv[1:]]


def documented(module: types.ModuleType) -> Iterator[Tuple[str, object]]:
    """Yields what help() shows: classes of the module and their public members."""
    for name in getattr(module, "__all__"):
        value = getattr(module, name)
        if not inspect.isclass(value) or value.__module__ != module.__name__:
            continue
        yield name, value
        for member, function in vars(value).items():
            if inspect.isfunction(function) or isinstance(function, property):
                if not member.startswith("_"):
                    yield f"{name}.{member}", function


@claim
def names_are_exported() -> None:
    for module in modules:
        names = getattr(module, "__all__")
        equal(len(set(names)), len(names))
        own_classes = {name for name, value in vars(module).items()
                       if inspect.isclass(value) and value.__module__ == module.__name__
                       and not name.startswith("_")}
        equal(own_classes - set(names), set())
        equal(set(names) - set(vars(module)), set())
    own = {"Call", "CallError", "ConnectionLost", "Failure", "Got", "Json", "NULL", "NotConnected",
           "Null", "TimedOut"}
    equal(own - set(everything.__all__), set())
    equal({"Everything", "Point", "Payment", "Error1", "GeoMethods"} - set(everything.__all__),
          set())
    equal({"Any", "json", "dataclasses"} & set(everything.__all__), set())


@claim
def everything_has_a_docstring() -> None:
    count = 0
    for module in modules:
        for name, value in documented(module):
            doc = value.__doc__ or ""
            first = doc.split("\n")[0].strip()
            if not first or first.startswith(f"{name}("):  # made by dataclasses
                raise AssertionError(f"{module.__name__}.{name}: {doc!r}")
            count += 1
    equal(count > 100, True)


@claim
def help_shows_the_document() -> None:
    text = pydoc.plain(pydoc.render_doc(everything))
    for part in ["Client of everything 1.0.0.", "The methods of geo.",
                 "Deprecated. ", "Raises Error1, ErrorMinus5.", "Does not connect yet."]:
        if part not in text:
            raise AssertionError(f"{part!r} is not shown")


@claim
def a_deprecated_method_warns_where_it_is_used() -> None:
    uses: Tuple[Callable[[Everything], object], ...] = (
        lambda api: api.old.one(),
        lambda api: api.of(api.old.one),
        lambda api: api.notify(api.old.one),
    )
    for use in uses:
        with Actor([result("1") if use is uses[0] else http("")]) as server:
            with Everything(server.url) as api, warnings.catch_warnings(record=True) as seen:
                warnings.simplefilter("always")
                use(api)
                if use is uses[1]:
                    api.notify(api.counter.reset)
        equal([str(each.message) for each in seen], ["old.one is deprecated"])
        equal((seen[0].category, os.path.basename(seen[0].filename)),
              (DeprecationWarning, os.path.basename(__file__)))
        equal(seen[0].lineno, use.__code__.co_firstlineno)


@claim
def other_methods_do_not_warn() -> None:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with Everything("http://x/") as api:
            api.of(api.counter.reset)
        with Odd("http://x/") as odd:
            odd.of(odd.a_2)
    equal(seen, [])


check("docs")
