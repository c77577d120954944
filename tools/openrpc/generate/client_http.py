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


def _proxy_of(uri: urllib.parse.SplitResult) -> Optional[urllib.parse.SplitResult]:
    """Returns the proxy of the environment for the URI, if there is one."""
    proxies = urllib.request.getproxies()
    url = proxies.get(uri.scheme) or proxies.get("all")
    if not url or urllib.request.proxy_bypass(uri.netloc):
        return None
    proxy = urllib.parse.urlsplit(url if "://" in url else f"http://{url}")
    if proxy.scheme != "http" or not proxy.hostname:
        raise ValueError("the proxy of the environment is not http://HOST:PORT")
    return proxy


def _credentials(proxy: urllib.parse.SplitResult) -> Dict[str, str]:
    """Returns the header with the user and password in the URI of the proxy, if it has them."""
    if proxy.username is None:
        return {}
    user = urllib.parse.unquote(f"{proxy.username}:{proxy.password or ''}")
    return {"Proxy-Authorization": f"Basic {base64.b64encode(user.encode()).decode()}"}


def _check_headers(headers: Mapping[str, str], reserved: Set[str]) -> None:
    for name, value in headers.items():
        if name.lower() in reserved:
            raise ValueError(f"the client sets the header {name}")
        if not re.fullmatch("[!#-'*+.^-z|~A-Z0-9-]+", name) or not re.fullmatch("[ -~]*", value):
            raise ValueError(f"invalid header {name!r}")


def _head(start: str, headers: Mapping[str, str]) -> str:
    """Returns the head of a request, without the empty line at its end."""
    return f"{start} HTTP/1.1\r\n" + "".join(f"{n}: {value}\r\n" for n, value in headers.items())


@dataclasses.dataclass
class _Route:
    """The way to the server.

    path: of a unix socket, if it is one
    host: of the server or of the proxy
    tunnel: the request to a proxy for a connection to the server, if it requires one
    name: of the server in its certificate
    """

    path: str
    host: str
    port: int
    tunnel: bytes
    context: Optional[ssl.SSLContext]
    name: str


class _NotHttp(Exception):
    """The response is not HTTP/1.1."""


@dataclasses.dataclass
class _Reply:
    """A response. The names of its fields are in lower case."""

    version: int
    status: int
    reason: str
    fields: Dict[str, str]
    body: bytes = b""
    is_kept: bool = False  # the connection


_Reading = Generator[None, bytes, A]  # is sent what arrives, and b"" at the end; knows no socket
_Sink = Callable[[bytes], object]


def _read_more(data: bytearray) -> _Reading[None]:
    part = yield
    if not part:
        raise ConnectionResetError("closed before the end of the response")
    data += part


def _taken(data: bytearray, size: int) -> bytes:
    """Returns the first bytes, which it removes."""
    taken = bytes(data[:size])
    del data[:size]
    return taken


def _pass_bytes(data: bytearray, size: int, out: _Sink) -> _Reading[None]:
    while size > 0:
        if not data:
            yield from _read_more(data)
        part = _taken(data, size)
        size -= len(part)
        out(part)


def _read_line(data: bytearray) -> _Reading[str]:
    while b"\n" not in data:
        if len(data) > 65536:
            raise _NotHttp("a line is too long")
        yield from _read_more(data)
    line = _taken(data, data.index(b"\n") + 1)
    return line.decode("latin-1").rstrip("\r\n")


def _read_head(data: bytearray) -> _Reading[_Reply]:
    line = yield from _read_line(data)
    start = re.fullmatch(r"HTTP/1\.([0-9]) ([1-9][0-9]{2})(?: (.*))?", line)
    if start is None:
        raise _NotHttp(f"{line!r:.80}")
    reply = _Reply(int(start[1]), int(start[2]), (start[3] or "").strip(), {})
    for _ in range(200):
        line = yield from _read_line(data)
        if not line:
            return reply
        field = re.fullmatch(r"([^\s:]+):[ \t]*(.*?)[ \t]*", line)
        if field is None:
            raise _NotHttp(f"{line!r:.80}")
        name, before = field[1].lower(), reply.fields.get(field[1].lower())
        reply.fields[name] = field[2] if before is None else f"{before}, {field[2]}"
    raise _NotHttp("too many fields")


def _read_chunks(data: bytearray, out: _Sink) -> _Reading[None]:
    while True:
        line = yield from _read_line(data)
        size = re.fullmatch("([0-9A-Fa-f]{1,15})[ \t]*(;.*)?", line)
        if size is None:
            raise _NotHttp(f"{line!r:.80}")
        if int(size[1], 16) == 0:
            break
        yield from _pass_bytes(data, int(size[1], 16), out)
        if (yield from _read_line(data)):
            raise _NotHttp("a chunk is too long")
    while (yield from _read_line(data)):
        pass  # trailers


def _read_reply(is_tunnel: bool = False, events: Optional[_Sink] = None) -> _Reading[_Reply]:
    """Reads the response, after interim ones. Passes a stream to `events`, b"" at its head."""
    data = bytearray()
    body: List[bytes] = []
    reply = yield from _read_head(data)
    while reply.status < 200:
        reply = yield from _read_head(data)
    media = reply.fields.get("content-type", "").partition(";")[0].strip().lower()
    out: _Sink = body.append
    if events is not None and reply.status == 200 and media == "text/event-stream":
        out = events
        out(b"")
    length = reply.fields.get("content-length")
    is_delimited = True
    if (is_tunnel and reply.status < 300) or reply.status in (204, 304):
        pass
    elif "transfer-encoding" in reply.fields:
        if reply.fields["transfer-encoding"].lower() != "chunked":
            raise _NotHttp("unknown transfer encoding")
        yield from _read_chunks(data, out)
    elif length is None:
        is_delimited = False
        with contextlib.suppress(ConnectionResetError):
            while True:
                out(_taken(data, len(data)))
                yield from _read_more(data)
    elif re.fullmatch("[0-9]{1,15}", length):
        yield from _pass_bytes(data, int(length), out)
    else:
        raise _NotHttp("invalid content length")
    reply.body = b"".join(body)
    options = re.split("[ \t,]+", reply.fields.get("connection", "").lower())
    is_kept = "close" not in options and (reply.version > 0 or "keep-alive" in options)
    reply.is_kept = is_kept and is_delimited and not data  # else unsolicited bytes
    return reply


async def _receive(wire: _Wire, reading: _Reading[_Reply]) -> _Reply:
    next(reading)
    while True:
        part = await wire.receive()
        try:
            reading.send(part)
        except StopIteration as end:
            reply: _Reply = end.value
            return reply


async def _open_tunnel(wire: _Wire, route: _Route) -> None:
    wire.send(route.tunnel)
    reply = await _receive(wire, _read_reply(is_tunnel=True))
    if not 200 <= reply.status < 300:
        raise ConnectionError(f"HTTP status {reply.status} of the proxy: {reply.reason}")


def _is_readable(wire: Any) -> bool:
    """Whether the socket has bytes to be read, or the server has closed it."""
    with selectors.DefaultSelector() as readable:
        readable.register(wire, selectors.EVENT_READ)
        return bool(readable.select(0))


@contextlib.contextmanager
def _failures(about: str, timeout: float, wire: _Wire) -> Generator[None, None, None]:
    """Raises a Failure in place of an error of the connection."""
    try:
        yield
    except socket.timeout as error:
        raise _late(about, timeout) from error
    except OSError as error:
        if wire.is_sent:
            raise ConnectionLost("lost", f"{about}: connection lost: {error}") from error
        raise NotConnected("not connected", f"{about}: cannot connect: {error}") from error
    except _NotHttp as error:
        raise Failure("not understood", f"{about}: the response is not HTTP: {error}") from error


def _late(about: str, timeout: float) -> TimedOut:
    return TimedOut("timed out", f"{about}: no response within {timeout} s")


#: async
async def _within(timeout: float, about: str, waiting: Coroutine[Any, Any, B]) -> B:
    """Waits in a task, so a timeout is not confused with a cancellation."""
    task = asyncio.ensure_future(waiting)
    try:
        await asyncio.wait({task}, timeout=timeout)
    finally:
        if task.cancel():  # else it is done, and its exception counts as seen
            await asyncio.wait({task})  # closes its connection
    if task.cancelled():
        raise _late(about, timeout)
    return task.result()


#:
class _Transport:
#: sync
    """Sends requests over HTTP. Threads may share it."""
#: async
    """Sends requests over HTTP. Tasks may share it."""
#:

    _decoder = json.JSONDecoder(parse_int=_number, parse_float=_number, parse_constant=_number)

    def __init__(
        self,
        url: str,
        token: str,
        headers: Mapping[str, str],
        context: Optional[ssl.SSLContext],
        is_proxied: bool,
        pool: _Pool,
    ) -> None:
        self.pool = pool
        unix = re.fullmatch("unix:(.+?)(?::(/.*))?", url)
        uri = urllib.parse.urlsplit(f"http://localhost{unix[2] or ''}" if unix else url)
        host, target = uri.netloc, (uri.path or "/api") + (uri.query and f"?{uri.query}")
        form = "https?://(?!:)[!-?A-~]+ /[!-~]* [!-~]*"  # no user name, no line ends
        if not re.fullmatch(form, f"{uri.scheme}://{host} {target} {token}") or uri.port == 0:
            raise ValueError("expected http://HOST:PORT/PATH, https:... or unix:/SOCKET:/PATH")
        fields = {"Host": host, "Content-Type": "application/json"}
        if token:
            fields["Authorization"] = f"Bearer {token}"
        _check_headers(headers, {"content-length", "transfer-encoding", *map(str.lower, fields)})
        is_secure, name = uri.scheme == "https", uri.hostname or ""
        made = (context or ssl.create_default_context()) if is_secure else None
        port = uri.port or (443 if is_secure else 80)
        self._route = _Route(unix[1] if unix else "", name, port, b"", made, name)
        proxy = _proxy_of(uri) if is_proxied and not unix else None
        if proxy is not None:
            self._route.host, self._route.port = proxy.hostname or "", proxy.port or 80
            if is_secure:
                peer = host if uri.port else f"{host}:443"
                start = _head(f"CONNECT {peer}", {"Host": peer, **_credentials(proxy)})
                self._route.tunnel = f"{start}\r\n".encode()
            else:
                target = f"http://{host}{target}"
                fields.update(_credentials(proxy))
        self._head = _head(f"POST {target}", {**fields, **headers})

#: async
    async def ask(self, method: str, body: bytes, timeout: float) -> Any:
        return await _within(timeout, method or "batch", self._ask(method, body, timeout))

    async def _ask(self, method: str, body: bytes, timeout: float) -> Any:
#: sync
    def ask(self, method: str, body: bytes, timeout: float) -> Any:
#:
        """Returns the answer; bytes if it is not JSON. Retries only if callbox refused with 503.

        method: for messages; empty if there are several
        """
        about = method or "batch"
        deadline = time.monotonic() + timeout
        for tries_left in (3, 2, 1, 0):
            reply = await self._post(about, body, timeout, deadline)
            answer, refused = self.judge(method, reply)
            if refused is None:
                return answer
            wait = refused.retry_after
            is_later = _is_response(answer) and reply.status == 503 and tries_left > 0
            if not is_later or wait is None or time.monotonic() + wait >= deadline:
                raise refused
            await _sleep(wait)

    def judge(self, method: str, reply: _Reply) -> Tuple[Any, Optional[Failure]]:
        """Returns the answer, bytes if it is not JSON, and why its HTTP status refuses it."""
        answer: Any = reply.body
        with contextlib.suppress(ValueError, RecursionError):
            answer = self._decoder.decode(answer.decode())
        is_good = 200 <= reply.status < 300
        error = answer["error"] if _is_response(answer) and answer["id"] is None else None
        if error is None and (is_good or _is_response(answer)):
            return answer, None
        if error is not None and is_good:
            raise CallError(error["code"], error["message"], error.get("data"), method)
        after = reply.fields.get("retry-after", "")
        wait = int(after) if re.fullmatch("[0-9]{1,6}", after) else None
        why = f"HTTP status {reply.status}: {error['message'] if error else reply.reason}"
        return answer, Failure("status", f"{method or 'batch'}: {why}", reply.status, wait)

    async def _post(self, about: str, body: bytes, timeout: float, deadline: float) -> _Reply:
        is_kept = False
        wire = await self.pool.take()
        try:
#: sync
            wire.deadline = deadline
#:
            with _failures(about, timeout, wire):
                await self._begin(wire, "", body)
                reply = await _receive(wire, _read_reply())
            is_kept = reply.is_kept
            return reply
        finally:
            self.pool.put(wire, is_kept)

    async def _begin(self, wire: _Wire, fields: str, body: bytes) -> None:
        """Sends a request, over a new connection if necessary."""
        wire.is_sent = False
        if not wire.is_ready():
            wire.close()
            await wire.open(self._route)
        wire.is_sent = True
        wire.send(f"{self._head}{fields}Content-Length: {len(body)}\r\n\r\n".encode() + body)
#: streams

    async def open(self, by: _Receiver[Any], body: bytes, timeout: float) -> Optional[_Reply]:
        """Sends its call. Returns the response unless it is a stream, which has begun."""
#: streams async
        return await _within(timeout, by._call.method, self._open(by, body, timeout))

    async def _open(self, by: _Receiver[Any], body: bytes, timeout: float) -> Optional[_Reply]:
#: streams
        method, stream, wire = by._call.method, by._stream, _Wire()
        by._wire = wire
#: streams sync
        wire.deadline = time.monotonic() + timeout
#: streams
        with _failures(method, timeout, wire):
            await self._begin(wire, "Accept: text/event-stream\r\n", body)
            while not by._is_begun() and stream.reply is None:
                stream.read(await wire.receive())
        if stream.is_open and not by._is_begun():
            raise ConnectionLost("lost", f"{method}: the stream ended before the response")
        return None if stream.is_open else stream.reply

    async def wait(self, by: _Receiver[Any]) -> None:
        """Reads what arrives next."""
#: streams async
        await _within(by.silence_max, by._call.method, self._wait(by))

    async def _wait(self, by: _Receiver[Any]) -> None:
#: streams
        method, stream, wire = by._call.method, by._stream, by._wire
        assert wire is not None
#: streams sync
        wire.deadline = time.monotonic() + by.silence_max
#: streams
        with _failures(method, by.silence_max, wire):
            if stream.reply is None:
                stream.read(await wire.receive())
        if stream.reply is not None and not stream.messages:
            raise ConnectionLost("lost", f"{method}: the server ended the stream")
