from __future__ import annotations

import contextlib
import dataclasses
#: optional
import enum
#:
import functools
import http.client
import io
import itertools
import json
import re
import selectors
import socket
import threading
import time
import types
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, List, Literal, Optional, Set, Tuple, TypeVar, Union
from typing import overload
#: compound
from typing import Dict, ForwardRef, get_args, get_origin, get_type_hints
#:

if TYPE_CHECKING:
    from typing_extensions import ParamSpec

    P = ParamSpec("P")
#: compound
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
    """Null for optional values: None omits such a value, NULL sends null. Required values use None
    for null."""

    NULL = "null"

    def __bool__(self) -> Literal[False]:
        return False


NULL = Null.NULL
_ABSENT = object()
#:


class Failure(Exception):
    """Raised by calls. An argument without a JSON form, such as NaN, raises a ValueError instead.

    not connected: Cannot connect; nothing was sent.
    timed out: No complete response in time. The method may have been called, or may yet be called.
    lost: The connection closed before the response ended. The method may have been called.
    not understood: The response is not JSON-RPC 2.0. The method may have been called.
    status: An HTTP `status` instead of a response, possibly with `retry_after`, in seconds.
    error: The server returned an error, see CallError.
    """

    def __init__(self, kind: Reason, why: str, status: int = 0, wait: Optional[int] = None) -> None:
        super().__init__(why)
        self.reason, self.status, self.retry_after = kind, status, wait


class CallError(Failure):
    """The server returned an error. Code 0: the result, `data`, does not have the declared type."""

    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__("error", f"error {code}: {message}")
        self.code, self.message, self.data = code, message, data

    @property
    def faults(self) -> Mapping[str, str]:
        """The errors in the arguments, if callbox sent -32602, by JSON pointer into the params."""
        with contextlib.suppress(KeyError, TypeError):
            errors = self.data["errors"]
            return {e["path"]: f"expected {e['expected']}, got {e['got']}" for e in errors}
        return {}


@dataclasses.dataclass(frozen=True)
class Call(Generic[A]):
    """A call made by api.of(), to be sent by api.batch()."""

    method: str
    params: Any
    result: Any  # its type; None: the call is a notification
    errors: Mapping[int, Callable[[int, str, Any], CallError]]

    def _outcome(self, answer: Any) -> Any:
        if "error" in answer:
            error = answer["error"]
            kind = self.errors.get(error["code"], CallError)
            return kind(error["code"], error["message"], error.get("data"))
        try:
            return _read(self.result, answer["result"], "")
        except ValueError as wrong:
            why = " at ".join(filter(None, reversed(wrong.args)))
            return CallError(0, f"the result of {self.method}: {why}", answer["result"])


class _Group:
    def __init__(self, api: _Client) -> None:
        self._send = api._send
