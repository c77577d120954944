# waiting.py SCRIPT [ARGUMENT]...: runs tests of synchronous clients with asynchronous ones: each
# call runs an event loop until it ends.
import asyncio
import functools
import importlib
import inspect
import logging
import runpy
import sys
import threading
import types
from typing import Any, Callable, Coroutine, Dict, Iterator, List

import claims

claims.kind = "asynchronous, "
loop = asyncio.new_event_loop()
# Used by the coroutines of the client itself.
PARTS = ("_send", "_exchange", "__aexit__", "__anext__", "__aenter__", "_ask", "_connect",
         "_next", "_open", "_report", "_subscribe", "_wait")
logging.getLogger("asyncio").setLevel(logging.ERROR)  # not about slow tasks
reports: List[Dict[str, Any]] = []  # of the event loop, which must have none
loop.set_exception_handler(lambda _, about: reports.append(about))


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    if threading.current_thread() is threading.main_thread():
        return loop.run_until_complete(coroutine)
    return asyncio.run_coroutine_threadsafe(coroutine, loop).result(30)


def waiting(function: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
    @functools.wraps(function)
    def made(self: Any, *args: Any, **kwargs: Any) -> Any:
        coroutine = function(self, *args, **kwargs)
        return coroutine if isinstance(self, types.SimpleNamespace) else run(coroutine)  # of()

    return made


def clients(module: types.ModuleType) -> Iterator[type]:
    """Yields the class of the client, those of its groups and those of streams."""
    for kind in vars(module).values():
        if isinstance(kind, type) and kind.__module__ == module.__name__:
            own = ("with_timeout", "__anext__", "_drop")
            if issubclass(kind, getattr(module, "_Group")) or any(hasattr(kind, n) for n in own):
                yield kind


def iterate(kind: Any) -> None:
    """Lets a stream be used as a synchronous one."""
    following, begin = kind.__anext__, kind.__aenter__

    def next_of(self: Any) -> Any:
        try:
            return run(following(self))
        except StopAsyncIteration:
            raise StopIteration from None

    kind.__next__, kind.__iter__ = next_of, lambda self: self
    kind.__enter__ = lambda self: run(begin(self))
    kind.__exit__ = lambda self, *_: self.close()


for name in ("everything", "example", "inventory", "odd"):
    for kind in clients(importlib.import_module(name)):
        for member, function in list(vars(kind).items()):
            if member in PARTS or not inspect.isfunction(function):
                continue
            returns = str(function.__annotations__.get("return"))
            if inspect.iscoroutinefunction(function) or returns.startswith("Coroutine"):
                setattr(kind, member, waiting(function))
        if hasattr(kind, "with_timeout"):
            setattr(kind, "__enter__", lambda self: run(self.__aenter__()))
            setattr(kind, "__exit__", lambda self, *_: self.close())
        if hasattr(kind, "__anext__"):
            iterate(kind)
sys.argv = sys.argv[1:]
try:
    runpy.run_path(sys.argv[0], run_name="__main__")
finally:
    for report in reports:
        print(f"    {sys.argv[0]}: {report}")
    if reports:
        sys.exit(1)
