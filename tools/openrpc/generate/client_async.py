_sleep = asyncio.sleep


class _Wire:
    """A connection to the server."""

    def __init__(self) -> None:
        self.sock: Any = None
        self.is_last = False  # whether it is closed after the call
        self.is_sent = False  # whether a request was sent
        self._streams: List[Tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    def is_ready(self) -> bool:
        """Whether it is connected, and neither closed by the server nor has unsolicited bytes."""
        if self.sock is None:
            return False
        reader, writer = self._streams[-1]
        reading = reader.read(1)
        try:
            reading.send(None)  # suspends the coroutine if nothing has arrived
        except (StopIteration, OSError):
            return False
        reading.close()
        return writer.transport.get_write_buffer_size() == 0 and not _is_readable(self.sock)

    async def open(self, route: _Route) -> None:
        if route.path:
            streams = await asyncio.open_unix_connection(route.path)
        else:
            context = None if route.tunnel else route.context
            streams = await asyncio.open_connection(route.host, route.port, ssl=context)
        self._streams.append(streams)
        self.sock = streams[1].get_extra_info("socket")
        if route.tunnel and route.context is not None:
            await _open_tunnel(self, route)
            await self._start_tls(streams[1].transport, route.context, route.name)

    async def _start_tls(
        self, plain: asyncio.WriteTransport, context: ssl.SSLContext, name: str
    ) -> None:
        """As StreamWriter.start_tls() of Python 3.11. The streams in use so far must be kept."""
        loop, reader = asyncio.get_running_loop(), asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        transport: Any = await loop.start_tls(plain, protocol, context, server_hostname=name)
        protocol.connection_made(transport)
        self._streams.append((reader, asyncio.StreamWriter(transport, protocol, reader, loop)))

    def send(self, data: bytes) -> None:
        self._streams[-1][1].write(data)  # without drain(): the server may respond early

    async def receive(self) -> bytes:
        return await self._streams[-1][0].read(65536)

    def close(self) -> None:
        for _, writer in self._streams:
            with contextlib.suppress(RuntimeError):  # its event loop is closed
                writer.transport.abort()
        self._streams, self.sock = [], None
#: streams async

    def stop(self) -> None:
        """Ends the connection while a task uses it, which closes it."""
        for _, writer in self._streams:
            with contextlib.suppress(RuntimeError):  # its event loop is closed
                writer.transport.abort()
#: async


class _Pool:
    """Connections to the server, at most so many.

    A call takes one that is idle, opens one, or waits for one; and puts it back.
    """

    def __init__(self, most: int) -> None:
        if most < 1:
            raise ValueError("connections_max must be positive")
        self._most = most
        self._loop: Optional[asyncio.AbstractEventLoop] = None
        self._idle: List[_Wire] = []
        self._taken: Set[_Wire] = set()
        self._waiting: collections.deque[asyncio.Future[_Wire]] = collections.deque()
#: streams async
        self._receivers: weakref.WeakSet[_Receiver[Any]] = weakref.WeakSet()

    def add(self, receiver: _Receiver[Any]) -> None:
        self._receivers.add(receiver)

    def end_receivers(self) -> None:
        for each in list(self._receivers):
            each._stop()
#: async

    async def take(self) -> _Wire:
        loop = asyncio.get_running_loop()
        if self._loop is not loop:  # a program may run several, one after another
            self.close()
            self._loop, self._taken, self._waiting = loop, set(), collections.deque()
        if len(self._taken) < self._most:
            return self._next()
        turn: asyncio.Future[_Wire] = loop.create_future()
        self._waiting.append(turn)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                with contextlib.suppress(ValueError):
                    self._waiting.remove(turn)
            else:
                self.put(turn.result(), True)
            raise

    def _next(self) -> _Wire:
        wire = self._idle.pop() if self._idle else _Wire()
        self._taken.add(wire)
        return wire

    def put(self, wire: _Wire, is_kept: bool) -> None:
        self._taken.discard(wire)
        if is_kept and not wire.is_last:
            self._idle.append(wire)
        else:
            wire.close()
        while self._waiting and len(self._taken) < self._most:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(self._next())

    def close(self) -> None:
        """Closes those that are idle; others are closed when they are put back."""
        for wire in self._taken:
            wire.is_last = True
        for wire in self._idle:
            wire.close()
        self._idle = []
#: streams async


class _Lock:
    """As threading.Lock, but taken by one task after another."""

    def __init__(self) -> None:
        self._is_taken = False

    def acquire(self, _: bool) -> bool:
        was_free, self._is_taken = not self._is_taken, True
        return was_free

    def release(self) -> None:
        self._is_taken = False

    def __enter__(self) -> None:
        if not self.acquire(False):
            raise RuntimeError("another task waits for it")

    def __exit__(self, *_: object) -> None:
        self.release()
#: events async


class _Pause:
    """A wait that another task can end."""

    def __init__(self) -> None:
        self._turn: Optional[asyncio.Future[None]] = None

    async def wait(self, seconds: float) -> None:
        self._turn = asyncio.get_running_loop().create_future()
        await asyncio.wait({self._turn}, timeout=seconds)

    def end(self) -> None:
        if self._turn is not None and not self._turn.done():
            self._turn.set_result(None)
#: async
