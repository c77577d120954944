class _Stream:
    """Reads a response that is a stream of server-sent events. Knows no socket.

    is_open: whether the response is a stream, and its head has arrived
    messages: those that have arrived
    retry: the seconds before the client may connect again
    reply: the response once it has ended
    """

    def __init__(self, retry: float) -> None:
        self.messages: collections.deque[bytes] = collections.deque()
        self.retry = retry
        self.is_open = False
        self.reply: Optional[_Reply] = None
        self._line = b""  # the beginning of a line
        self._data: List[bytes] = []  # the lines of a message
        self._is_first, self._is_after_cr = True, False
        self._reading = _read_reply(events=self._split)
        next(self._reading)

    def read(self, part: bytes) -> None:
        """Reads what arrived, b"" at the end."""
        try:
            self._reading.send(part)
        except StopIteration as end:
            if end.value is None:
                raise ConnectionResetError("the stream has failed") from None
            self.reply = end.value

    def _split(self, part: bytes) -> None:
        """Reads lines that end with CR LF, CR or LF. Begins with an empty part."""
        self.is_open = True
        text = part[1:] if self._is_after_cr and part.startswith(b"\n") else part
        self._is_after_cr = part.endswith(b"\r")
        lines = re.split(b"\r\n?|\n", text)
        lines[0] = self._line + lines[0]
        self._line = lines.pop()
        for line in lines:
            self._read_line(line)

    def _read_line(self, line: bytes) -> None:
        if self._is_first:
            self._is_first, line = False, line.removeprefix(b"\xef\xbb\xbf")
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._data.append(value)
        elif name == b"retry" and re.fullmatch(b"[0-9]{1,9}", value):
            self.retry = int(value) / 1000
        elif not line and self._data:
            self.messages.append(b"\n".join(self._data))
            self._data = []


class _Receiver(Generic[A]):
    """A call whose response may be a stream, on a connection of its own."""

    silence_max: float = 45  # the server sends a comment after 15 s without a message
    _fatal: Type[BaseException] = Exception  # closes it

    def __init__(self, api: _Client, call: Call[A]) -> None:
        self._api, self._call = api, call
        self._lock = _Lock()
        self._is_closed = False
        self._wire: Optional[_Wire] = None
        self._stream = _Stream(1.0)
        self._number = 0  # the id of the request

    def _is_begun(self) -> bool:
        """Whether a stream has begun, so the timeout of the client has ended."""
        raise NotImplementedError

    async def _connect(self) -> None:
        raise NotImplementedError

#: streams sync
    def __enter__(self) -> Self:
#: streams async
    async def __aenter__(self) -> Self:
#: streams
        with self._used():
            if self._wire is None and not self._is_closed:
                await self._connect()
        return self

#: streams sync
    def __exit__(self, *_: object) -> None:
        self.close()
#: streams async
    async def __aexit__(self, *_: object) -> None:
        await self.close()
#: streams

    async def close(self) -> None:
        """Closes the connection, so the server ends the subscription or cancels the call."""
        self._stop()
#: streams async
        await asyncio.sleep(0)  # the event loop closes the socket
#: streams

    def __del__(self) -> None:
        self._stop()

    def _stop(self) -> None:
        self._is_closed = True
        wire = self._wire
        if wire is not None:
            wire.stop()
            self._drop_if_unused()

    def _drop_if_unused(self) -> None:
        if self._lock.acquire(False):
            self._drop()
            self._lock.release()

    def _drop(self) -> None:
        """Closes the connection."""
        wire, self._wire = self._wire, None
        if wire is not None:
            wire.close()

    @contextlib.contextmanager
    def _used(self) -> Generator[None, None, None]:
        """Excludes another use meanwhile. A fatal exception closes it."""
        try:
            with self._lock:
                try:
                    yield
                except self._fatal:
                    self._is_closed = True
                    raise
        finally:
            if self._is_closed:  # perhaps by another thread, which left the rest to this one
                self._drop_if_unused()

    async def _open(self, call: Call[Any]) -> Any:
        """Sends the call on a new connection. Returns the response unless it is a stream."""
        api = self._api
        self._number = next(api._ids)
        body = api._encoder.encode(call._request(self._number)).encode()
        self._stream = _Stream(self._stream.retry)
        reply = await api._transport.open(self, body, api.timeout)
        if reply is None:
            return None
        answer, refused = api._transport.judge(call.method, reply)
        if refused is not None:
            raise refused
        return answer

    def _decoded(self) -> Any:
        """Returns the next message; bytes if it is not JSON."""
        message: Any = self._stream.messages.popleft()
        with contextlib.suppress(ValueError, RecursionError):
            return self._api._transport._decoder.decode(message.decode())
        return message
