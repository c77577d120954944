from __future__ import annotations

import contextlib
import dataclasses
#: optional
import enum
#:
#: compound
import functools
#:
import http.client
import io
import itertools
import json
import re
import selectors
import socket
import time
import types
import urllib.parse
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, Optional, Tuple, TypeVar, Union, overload
#: compound
from typing import Dict, ForwardRef, List, get_args, get_origin, get_type_hints
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


#: optional
def _given(value: Any) -> Any:
    return _ABSENT if value is None else None if value is NULL else value


def _params(ordered: Mapping[str, Any], named: Optional[Mapping[str, Any]]) -> Any:
    """By position; by name if a given argument is by name only or follows an omitted one."""
    values = [v for v in ordered.values() if v is not _ABSENT]
    others = {k: v for k, v in (named or {}).items() if v is not _ABSENT}
    if not others and _ABSENT not in list(ordered.values())[: len(values)]:
        return values
    if named is None:
        raise ValueError("an omitted argument precedes one that is given")
    return {**{k: v for k, v in ordered.items() if v is not _ABSENT}, **others}


#:
#: compound
@functools.lru_cache(maxsize=None)
def _members(kind: Any) -> List[Tuple[Any, str, Any]]:
    hints = get_type_hints(kind)
    return [(f, f.metadata.get("name", f.name), hints[f.name]) for f in dataclasses.fields(kind)]


def _plain(value: Any) -> Any:
    """The JSON of a value that json.dumps() does not support."""
    kind: Any = type(value)
    if not dataclasses.is_dataclass(kind):
        raise ValueError(f"{kind.__name__} is not a JSON type")
    all_of = [(f.default, name, getattr(value, f.name)) for f, name, _ in _members(kind)]
    return {n: None if v is NULL else v for d, n, v in all_of if v is not None or d is not None}


def _below(at: str, name: str) -> str:
    return at + "/" + name.replace("~", "~0").replace("/", "~1")


def _read_object(kind: Any, value: Any, at: str) -> Any:
    """Reads an object, which may have more members than the type."""
    made: Dict[str, Any] = {}
    for field, name, hint in _members(kind):
        if name not in value and field.default is not None:
            raise ValueError(_below(at, name), "missing")
        if name in value and value[name] is None and field.default is None:
            if Null not in get_args(hint):
                raise ValueError(_below(at, name), "unexpected null")
            made[field.name] = NULL
        elif name in value:
            made[field.name] = _read(hint, value[name], _below(at, name))
        if not field.init:
            made.pop(field.name)
    return kind(**made)


def _read_one(kinds: Sequence[Any], value: Any, at: str) -> Any:
    """Reads the first type that matches, trying those with the fewest unknown members first."""

    def distance(kind: Any) -> int:
        if dataclasses.is_dataclass(kind) and isinstance(value, dict):
            return len(value.keys() - {name for _, name, _ in _members(kind)})
        return int(kind in (int, float) and type(value) is not kind)

    failed: List[ValueError] = []
    for kind in sorted(kinds, key=distance):
        try:
            return _read(kind, value, at)
        except ValueError as error:
            failed.append(error)
    raise max(failed, key=lambda error: len(error.args[0]))


#:
def _read(kind: Any, value: Any, at: str) -> Any:
    """Reads the value as that type; raises ValueError(JSON pointer, reason)."""
    if kind is Any or type(value) is kind:
        return value
#: number
    if kind is float and type(value) is int and abs(value) < 2**1023:
        return float(value)
#:
    if kind is int and type(value) is float and value.is_integer() and abs(value) < 2**53:
        return int(value)
#: compound
    origin, parts = get_origin(kind), get_args(kind)
    if isinstance(kind, ForwardRef):
        return _read(globals()[kind.__forward_arg__], value, at)
    if origin is Union:
        return _read_one(parts, value, at)
    if origin is Literal and any(type(p) is type(value) and p == value for p in parts):
        return value
    if origin is list and isinstance(value, list):
        return [_read(parts[0], v, f"{at}/{i}") for i, v in enumerate(value)]
    if origin is tuple and isinstance(value, list) and len(value) == len(parts):
        return tuple(_read(p, v, f"{at}/{i}") for i, (p, v) in enumerate(zip(parts, value)))
    if origin is dict and isinstance(value, dict):
        return {k: _read(parts[1], v, _below(at, k)) for k, v in value.items()}
    if dataclasses.is_dataclass(kind) and isinstance(value, dict):
        return _read_object(kind, value, at)
#:
    raise ValueError(at, f"expected {getattr(kind, '__name__', kind)}, got {type(value).__name__}")


def _number(text: str) -> Any:
    if text.lstrip("-").isdigit():
        return int(text) if text != "-0" else -0.0
    if not abs(float(text)) < float("inf"):
        raise ValueError(f"{text} is not a JSON number")
    return float(text)


def _is_response(answer: Any) -> bool:
    """Whether it is a result with an id, or an error with or without one."""
    if not isinstance(answer, dict) or answer.get("jsonrpc") != "2.0" or "id" not in answer:
        return False
    if "result" in answer:
        return "error" not in answer and type(answer["id"]) is int
    error: Any = answer.get("error")
    is_error = isinstance(error, dict) and type(error.get("message")) is str
    return is_error and type(error.get("code")) is int and type(answer["id"]) in (int, type(None))


def _left(deadline: float) -> float:
    return max(deadline - time.monotonic(), 0.001)  # 0 would be non-blocking mode


class _Receiver(socket.SocketIO):  # stops at the deadline, even if bytes keep arriving
    def __init__(self, wire: socket.socket, deadline: float) -> None:
        super().__init__(wire, "r")
        self._wire, self._deadline = wire, deadline

    def readinto(self, into: Any) -> Optional[int]:
        self._wire.settimeout(_left(self._deadline))
        return super().readinto(into)
#: service


class _Client(contextlib.AbstractContextManager["_Client"]):
    _decoder = json.JSONDecoder(parse_int=_number, parse_float=_number, parse_constant=_number)
    _encoder = json.JSONEncoder(allow_nan=False, ensure_ascii=False, separators=(",", ":"))
#: compound
    _encoder.default = _plain  # type: ignore[assignment]
#:

    def __init__(self, url: str, *, token: str = "", timeout: float = 30) -> None:
        self.timeout = timeout
        self._ids = itertools.count(1)
        unix = re.fullmatch("unix:(.+?)(?::(/.*))?", url)
        self._path = unix and unix[1]
        uri = urllib.parse.urlsplit(f"http://localhost{unix[2] or ''}" if unix else url)
        host, target = uri.netloc, (uri.path or "/api") + (uri.query and f"?{uri.query}")
        form = "https?://(?!:)[!-?A-~]+ /[!-~]* [!-~]*"  # no user name, no line ends
        if not re.fullmatch(form, f"{uri.scheme}://{host} {target} {token}") or uri.port == 0:
            raise ValueError("expected http://HOST:PORT/PATH, https:... or unix:/SOCKET:/PATH")
        kind = http.client.HTTPSConnection if uri.scheme == "https" else http.client.HTTPConnection
        self._http = kind(host)
        self._head = f"POST {target} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        self._head += f"Authorization: Bearer {token}\r\n" if token else ""
        #: groups

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection; the next call opens a new one."""
        self._http.close()

    @overload
    def batch(self, a: Call[A], b: Call[B], /) -> Tuple[Got[A], Got[B]]: ...
    @overload
    def batch(self, a: Call[A], b: Call[B], c: Call[C], /) -> Tuple[Got[A], Got[B], Got[C]]: ...
    @overload
    def batch(self, *calls: Call[A]) -> Tuple[Got[A], ...]: ...
    def batch(self, *calls: Any) -> Any:
        """Sends calls from api.of() in one request; returns a result or a CallError for each."""
        return self._exchange(calls, True) if calls else ()

    def of(self, method: Callable[P, A], /, *args: P.args, **kwargs: P.kwargs) -> Call[A]:
        """Returns the call method(*args, **kwargs) for batch() without sending it."""
        made: list[Call[A]] = []
        unbound = method.__func__  # type: ignore[attr-defined]
        unbound(types.SimpleNamespace(_send=made.append), *args, **kwargs)
        return made[0]

    def notify(self, method: Callable[P, Any], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Sends method(*args, **kwargs) as a notification, which gets no response."""
        self._exchange([dataclasses.replace(self.of(method, *args, **kwargs), result=None)], False)

    def _send(self, call: Call[A]) -> A:
        outcome: Got[A] = self._exchange([call], False)[0]
        if isinstance(outcome, CallError):
            raise outcome
        return outcome

    def _exchange(self, calls: Sequence[Call[Any]], is_batch: bool) -> Tuple[Any, ...]:
        ids = [None if call.result is None else next(self._ids) for call in calls]
        rows = [("2.0", call.method, call.params or None, n) for call, n in zip(calls, ids)]
        names = ("jsonrpc", "method", "params", "id")
        requests = [{k: v for k, v in zip(names, row) if v is not None} for row in rows]
        answer = self._ask(requests if is_batch else requests[0])
        answers = answer if is_batch and isinstance(answer, list) else [answer] if answer else []
        by_id = {each["id"]: each for each in answers if _is_response(each)}
        if by_id.keys() != set(ids) - {None} or len(answers) != len(by_id):
            raise Failure("not understood", f"not a response to the request: {answer!r:.200}")
        return tuple(n and call._outcome(by_id[n]) for n, call in zip(ids, calls))

    def _ask(self, message: Any) -> Any:
        """Returns the answer; bytes if it is not JSON. Retries only if callbox refused with 503."""
        body, deadline = self._encoder.encode(message).encode(), time.monotonic() + self.timeout
        for tries_left in (3, 2, 1, 0):
            reply, answer = self._post(body, deadline)
            with contextlib.suppress(ValueError, RecursionError):
                answer = self._decoder.decode(answer.decode())
            is_good = 200 <= reply.status < 300
            error = answer["error"] if _is_response(answer) and answer["id"] is None else None
            if error is None and (is_good or _is_response(answer)):
                return answer
            if error is not None and is_good:
                raise CallError(error["code"], error["message"], error.get("data"))
            after = reply.headers.get("Retry-After", "")
            wait = int(after) if re.fullmatch("[0-9]{1,6}", after) else None
            is_later = error is not None and reply.status == 503 and tries_left > 0
            if not is_later or wait is None or time.monotonic() + wait >= deadline:
                why = error["message"] if error else reply.reason
                raise Failure("status", f"HTTP status {reply.status}: {why}", reply.status, wait)
            time.sleep(wait)

    def _post(self, body: bytes, deadline: float) -> Tuple[http.client.HTTPResponse, Any]:
        reason: Reason = "not connected"
        is_kept = False
        try:
            if self._http.sock is not None:
                with selectors.DefaultSelector() as readable:
                    readable.register(self._http.sock, selectors.EVENT_READ)
                    if readable.select(0):  # closed, or unsolicited bytes
                        self.close()
            if self._http.sock is None and self._path:
                self._http.sock = socket.socket(socket.AF_UNIX)
                self._http.sock.settimeout(_left(deadline))
                self._http.sock.connect(self._path)
            elif self._http.sock is None:
                self._http.timeout = _left(deadline)
                self._http.connect()
            reason, wire = "lost", self._http.sock
            wire.settimeout(_left(deadline))
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # see the response
                wire.sendall(f"{self._head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            reply = http.client.HTTPResponse(wire, method="POST")
            reply.fp = io.BufferedReader(_Receiver(wire, deadline))
            reply.begin()
            text = reply.read()
            is_kept = not reply.will_close
            return reply, text
        except socket.timeout as error:
            raise Failure("timed out", f"no response within {self.timeout} s") from error
        except (OSError, http.client.IncompleteRead) as error:
            raise Failure(reason, repr(error)) from error
        except http.client.HTTPException as error:
            raise Failure("not understood", f"the response is not HTTP: {error!r}") from error
        finally:
            if not is_kept:
                self.close()
