_sleep = time.sleep


class _Wire:
    """A connection to the server.

    deadline: of all that it does, even if bytes keep arriving
    is_sent: whether a request was sent, perhaps in part
    """

    def __init__(self) -> None:
        self.sock: Optional[socket.socket] = None
        self.deadline = 0.0
        self.is_sent = False

    def _in_time(self) -> socket.socket:
        """Returns the socket. Its next operation stops at the deadline."""
        assert self.sock is not None
        self.sock.settimeout(max(self.deadline - time.monotonic(), 0.001))  # 0 would not block
        return self.sock

    def is_ready(self) -> bool:
        """Whether it is connected, and neither closed by the server nor has unsolicited bytes."""
        return self.sock is not None and not _is_readable(self.sock)

    def open(self, route: _Route) -> None:
        if route.path:
            self.sock = socket.socket(socket.AF_UNIX)
            self._in_time().connect(route.path)
            return
        left = max(self.deadline - time.monotonic(), 0.001)
        self.sock = socket.create_connection((route.host, route.port), left)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if route.tunnel:
            _open_tunnel(self, route)
        if route.context is not None:
            self.sock = route.context.wrap_socket(self._in_time(), server_hostname=route.name)

    def send(self, data: bytes) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # see the response
            self._in_time().sendall(data)

    def receive(self) -> bytes:
        return self._in_time().recv(65536)

    def close(self) -> None:
        if self.sock is not None:
            self.sock.close()
            self.sock = None
#: streams sync

    def stop(self) -> None:
        """Ends the connection while another thread uses it, which closes it."""
        sock = self.sock
        if sock is not None:
            with contextlib.suppress(OSError):
                socket.socket.shutdown(sock, socket.SHUT_RDWR)
#: sync


class _Pool:
    """Connections to the server. A call takes one that is idle, or opens one, and puts it back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: List[_Wire] = []
        self._taken: Set[_Wire] = set()
#: streams sync
        self._receivers: weakref.WeakSet[_Receiver[Any]] = weakref.WeakSet()

    def add(self, receiver: _Receiver[Any]) -> None:
        with self._lock:
            self._receivers.add(receiver)

    def end_receivers(self) -> None:
        with self._lock:
            all_of = list(self._receivers)
        for each in all_of:
            each._stop()
#: sync

    def take(self) -> _Wire:
        with self._lock:
            wire = self._idle.pop() if self._idle else _Wire()
            self._taken.add(wire)
        return wire

    def put(self, wire: _Wire, is_kept: bool) -> None:
        with self._lock:
            is_kept = is_kept and wire in self._taken
            self._taken.discard(wire)
            if is_kept:
                self._idle.append(wire)
        if not is_kept:
            wire.close()

    def close(self) -> None:
        """Closes those that are idle; others are closed when they are put back."""
        with self._lock:
            idle, self._idle, self._taken = self._idle, [], set()
        for wire in idle:
            wire.close()
#: streams sync


_Lock = threading.Lock
#: events sync


class _Pause(threading.Event):
    """A wait that another thread can end."""

    end = threading.Event.set
#: sync
