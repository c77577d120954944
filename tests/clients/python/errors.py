# The errors of a client: their classes and messages, and copies of them.
import copy
import pickle
import socket
from typing import Callable, List, Sequence, Tuple, Type

from answers import refusal
from claims import check, claim, equal, failed, failure
from everything import CallError, ConnectionLost, Error1, Everything, Failure, NotConnected
from everything import TimedOut
from peer import Actor, http, result, rpc

wrong = rpc('"error":{"code":-32602,"message":"Invalid params","data":{"errors":['
            '{"path":"/0","expected":"date","got":"string","why":"the month has no such day"},'
            '{"path":"/a~1b","expected":"integer","got":"null"}]}}')


def error_of(answers: Sequence[object], call: Callable[[Everything], object]) -> Failure:
    timeout = 0.3 if 20.0 in answers else 30.0
    with Actor(answers) as server, Everything(server.url, timeout=timeout) as api:
        try:
            call(api)
        except Failure as error:
            return error
    raise AssertionError("does not fail")


def one(api: Everything) -> object:
    return api.old.one()


def two(api: Everything) -> object:
    return api.batch(api.of(api.old.one), api.of(api.old.one))


def not_connected(call: Callable[[Everything], object]) -> NotConnected:
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}/"
    return failure(NotConnected, lambda: call(Everything(url)))


def errors() -> Sequence[Failure]:
    """Returns an error of each kind."""
    return [
        not_connected(one), error_of([20.0], one), error_of([None], one),
        error_of([http("1")], one), error_of([http("", "503 Busy", "Retry-After: 90\r\n")], one),
        error_of([http(wrong)], one), error_of([result("null")], one),
        error_of([http(rpc('"error":{"code":1,"message":"no","data":[5]}'))],
                 lambda api: api.math.div(1, 0)),
    ]


@claim
def an_error_has_the_class_of_its_kind() -> None:
    kinds: List[Type[Failure]] = [
        NotConnected, TimedOut, ConnectionLost, Failure, Failure, CallError, CallError,
        Error1]
    equal([type(error) for error in errors()], kinds)
    bases: List[Tuple[Type[Exception], Type[Exception]]] = [
        (NotConnected, ConnectionError), (ConnectionLost, ConnectionError),
        (TimedOut, TimeoutError), (CallError, Failure)]
    for kind, base in bases:
        equal(issubclass(kind, base) and issubclass(kind, Failure), True)
    equal([issubclass(kind, OSError) for kind in (Failure, CallError)], [False, False])


@claim
def copies_are_equal() -> None:
    for error in errors():
        setattr(error, "more", 5)
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
            same(pickle.loads(pickle.dumps(error, protocol)), error)
        same(copy.copy(error), error)
        same(copy.deepcopy(error), error)


def same(got: Failure, error: Failure) -> None:
    equal((type(got), str(got), repr(got)), (type(error), str(error), repr(error)))
    equal(vars(got), vars(error))


@claim
def messages_name_the_method() -> None:
    starts = ["cannot connect: ", "no response within 0.3 s", "connection lost: ",
              "not a response to the request: 1", "HTTP status 503: Busy",
              "error -32602: Invalid params", "invalid result: expected int, got NoneType"]
    for error, start in zip(errors(), starts):
        equal(str(error).startswith(f"old.one: {start}"), True)
    equal(str(not_connected(two)).startswith("batch: cannot connect: "), True)
    equal(str(error_of([20.0], two)), "batch: no response within 0.3 s")
    equal(str(error_of([http("1")], two)), "batch: not a response to the request: 1")
    equal(str(error_of([b"SSH-2.0-OpenSSH\r\n\r\n"], two))[:31],
          "batch: the response is not HTTP")
    equal(str(error_of([http("", "500 No")], two)), "batch: HTTP status 500: No")
    equal(str(error_of([http(refusal)], two)), "error -32000: full")
    equal(str(error_of([http(refusal)], one)), "old.one: error -32000: full")


@claim
def the_errors_in_arguments_have_reasons() -> None:
    with Actor([http(wrong)]) as server, Everything(server.url) as api:
        error = failed(CallError, "error", api.old.one)
    equal(error.faults, {"/0": "expected date, got string: the month has no such day",
                         "/a~1b": "expected integer, got null"})


check("errors")
