from __future__ import annotations

#: async
import asyncio
#:
import base64
#: queues
import collections
#:
import contextlib
import copy
import dataclasses
#: optional
import enum
#: encoded
import functools
#:
import itertools
import json
#: events
import random
#:
import re
import selectors
import socket
import ssl
#: warnings
import sys
#: sync
import threading
#:
import time
import types
import urllib.parse
import urllib.request
#: warnings
import warnings
#: streams
import weakref
#:
#: sync
from collections.abc import Callable, Generator, Mapping, Sequence
#: async
from collections.abc import Callable, Coroutine, Generator, Mapping, Sequence
#: streams sync
from collections.abc import Iterator
#: streams async
from collections.abc import AsyncIterator
#: events async
from collections.abc import Awaitable
#: formats
from datetime import date as Date, datetime as DateTime, timezone
#:
from typing import TYPE_CHECKING, Any, Dict, Generic, List, Literal, Optional, Set, Tuple, Type
from typing import TypeVar, Union, overload
#: compound
from typing import ForwardRef, get_args, get_origin, get_type_hints
#: formats
from uuid import UUID
#:

#: names

if TYPE_CHECKING:
    from typing_extensions import ParamSpec
#: streams
    from typing_extensions import Self
#:

    P = ParamSpec("P")
#: json
if TYPE_CHECKING:
    Json = Union[None, bool, int, float, str, Sequence["Json"], Mapping[str, "Json"]]
else:
    Json = Any
#:
A = TypeVar("A", covariant=True)
B = TypeVar("B")
C = TypeVar("C")
Got = Union[A, "CallError"]
_NoneType = type(None)  # a parameter may be called type
Reason = Literal["not connected", "timed out", "lost", "not understood", "status", "error"]
#: optional


class Null(enum.Enum):
    """Null for optional values: None omits such a value, NULL sends null.

    Required values use None for null.
    """

    NULL = "null"

    def __bool__(self) -> Literal[False]:
        return False


NULL = Null.NULL
_ABSENT = object()
#:


class Failure(Exception):
    """Base of the errors of calls. A value without a JSON form, such as NaN, raises a ValueError.

    reason: what happened
        not connected: see NotConnected.
        timed out: see TimedOut.
        lost: see ConnectionLost.
        not understood: The response is not JSON-RPC 2.0. The method may have been called.
        status: An HTTP status instead of a response.
        error: The server returned an error, see CallError.
    status: the HTTP status if that is the reason, else 0
    retry_after: the seconds after which the server asks for another try, if it does
    """

    def __init__(
        self, reason: Reason, message: str, status: int = 0, retry_after: Optional[int] = None
    ) -> None:
        super().__init__(message)
        self.reason, self.status, self.retry_after = reason, status, retry_after

    def __reduce__(self) -> Tuple[Any, ...]:
        values = (self.reason, str(self), self.status, self.retry_after)
        return type(self), values, vars(self)


class NotConnected(Failure, ConnectionError):
    """Cannot connect; nothing was sent."""


class TimedOut(Failure, TimeoutError):
    """No complete response in time. The method may have been called, or may yet be called."""


class ConnectionLost(Failure, ConnectionError):
    """The connection closed before the response ended. The method may have been called."""


class CallError(Failure):
    """The server returned an error.

    code: 0 if the result does not have the declared type
    message: the text of the server
    data: more about the error; if the code is 0, the result
    method: the method, empty if the error is about a batch
    """

    def __init__(self, code: int, message: str, data: Any = None, method: str = "") -> None:
        text = f"error {code}: {message}" if code else message
        super().__init__("error", f"{method}: {text}" if method else text)
        self.code, self.message, self.data, self.method = code, message, data, method

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.code, self.message, self.data, self.method), vars(self)

    @property
    def faults(self) -> Mapping[str, str]:
        """The errors in the arguments by JSON pointer into the params, if callbox sent -32602."""
        with contextlib.suppress(KeyError, TypeError):
            return {each["path"]: _explained(each) for each in self.data["errors"]}
        return {}


def _explained(error: Any) -> str:
    text = f"expected {error['expected']}, got {error['got']}"
    return f"{text}: {error['why']}" if "why" in error else text


@dataclasses.dataclass(frozen=True)
class Call(Generic[A]):
    """A call made by api.of(), to be sent by a method such as api.batch().

    method: the name as sent
    params: a list or a dict
    result: the type of the result; None if the call is a notification
    errors: the class of each declared error, by code
    """

    method: str
    params: Any
    result: Any
    errors: Mapping[int, Type[CallError]]

    def _request(self, number: Optional[int]) -> Dict[str, Any]:
        names = ("jsonrpc", "method", "params", "id")
        row = ("2.0", self.method, self.params or None, number)
        return {k: v for k, v in zip(names, row) if v is not None}

    def _outcome(self, answer: Any) -> Any:
        if "error" in answer:
            error = answer["error"]
            kind = self.errors.get(error["code"], CallError)
            return kind(error["code"], error["message"], error.get("data"), self.method)
        try:
            return _read(self.result, answer["result"], "")
        except ValueError as wrong:
            why = " at ".join(filter(None, reversed(wrong.args)))
            return CallError(0, f"invalid result: {why}", answer["result"], self.method)


#: warnings
def _warn(text: str, kind: Any) -> None:
    """Warns at the line outside this file that uses it."""
    level, frame = 1, sys._getframe()
    while frame.f_back is not None and frame.f_globals is globals():
        level, frame = level + 1, frame.f_back
    warnings.warn(text, kind, stacklevel=level)


#:
class _Group:
    def __init__(self, api: _Client) -> None:
        self._send = api._send
#: events
        self._subscribe = api._subscribe
#:
