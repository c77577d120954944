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


class _Pool:
    """Connections to the server. A call takes one that is idle, or opens one, and puts it back."""

    def __init__(self, create: Callable[[], http.client.HTTPConnection]) -> None:
        self._create = create
        self._lock = threading.Lock()
        self._idle: List[http.client.HTTPConnection] = []
        self._taken: Set[http.client.HTTPConnection] = set()

    def take(self) -> http.client.HTTPConnection:
        with self._lock:
            connection = self._idle.pop() if self._idle else self._create()
            self._taken.add(connection)
        return connection

    def put(self, connection: http.client.HTTPConnection, is_kept: bool) -> None:
        with self._lock:
            is_kept = is_kept and connection in self._taken
            self._taken.discard(connection)
            if is_kept:
                self._idle.append(connection)
        if not is_kept:
            connection.close()

    def close(self) -> None:
        """Closes those that are idle; others are closed when they are put back."""
        with self._lock:
            idle, self._idle, self._taken = self._idle, [], set()
        for connection in idle:
            connection.close()


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


class _Transport:
    """Sends requests over HTTP. Threads may share it."""

    _decoder = json.JSONDecoder(parse_int=_number, parse_float=_number, parse_constant=_number)

    def __init__(
        self,
        url: str,
        token: str,
        headers: Mapping[str, str],
        context: Optional[ssl.SSLContext],
        is_proxied: bool,
    ) -> None:
        unix = re.fullmatch("unix:(.+?)(?::(/.*))?", url)
        self._path = unix and unix[1]
        uri = urllib.parse.urlsplit(f"http://localhost{unix[2] or ''}" if unix else url)
        host, target = uri.netloc, (uri.path or "/api") + (uri.query and f"?{uri.query}")
        form = "https?://(?!:)[!-?A-~]+ /[!-~]* [!-~]*"  # no user name, no line ends
        if not re.fullmatch(form, f"{uri.scheme}://{host} {target} {token}") or uri.port == 0:
            raise ValueError("expected http://HOST:PORT/PATH, https:... or unix:/SOCKET:/PATH")
        fields = {"Host": host, "Content-Type": "application/json"}
        if token:
            fields["Authorization"] = f"Bearer {token}"
        _check_headers(headers, {"content-length", "transfer-encoding", *map(str.lower, fields)})
        self.pool = _Pool(self._create)
        self._peer = host
        self._context: Optional[ssl.SSLContext] = None
        self._tunnel: Optional[Tuple[str, int, Dict[str, str]]] = None
        if uri.scheme == "https":
            self._context = context or ssl.create_default_context()
        proxy = _proxy_of(uri) if is_proxied and not unix else None
        if proxy is not None:
            self._peer = proxy.netloc.rpartition("@")[2] + ("" if proxy.port else ":80")
            if self._context is not None:
                self._tunnel = (uri.hostname or "", uri.port or 443, _credentials(proxy))
            else:
                target = f"http://{host}{target}"
                fields.update(_credentials(proxy))
        lines = [f"{name}: {value}\r\n" for name, value in {**fields, **headers}.items()]
        self._head = f"POST {target} HTTP/1.1\r\n{''.join(lines)}"

    def _create(self) -> http.client.HTTPConnection:
        if self._context is None:
            return http.client.HTTPConnection(self._peer)
        made = http.client.HTTPSConnection(self._peer, context=self._context)
        if self._tunnel is not None:
            made.set_tunnel(*self._tunnel)
        return made

    def ask(self, method: str, body: bytes, timeout: float) -> Any:
        """Returns the answer; bytes if it is not JSON. Retries only if callbox refused with 503.

        method: for messages; empty if there are several
        """
        about = method or "batch"
        deadline = time.monotonic() + timeout
        for tries_left in (3, 2, 1, 0):
            reply, answer = self._post(about, body, timeout, deadline)
            with contextlib.suppress(ValueError, RecursionError):
                answer = self._decoder.decode(answer.decode())
            is_good = 200 <= reply.status < 300
            error = answer["error"] if _is_response(answer) and answer["id"] is None else None
            if error is None and (is_good or _is_response(answer)):
                return answer
            if error is not None and is_good:
                raise CallError(error["code"], error["message"], error.get("data"), method)
            after = reply.headers.get("Retry-After", "")
            wait = int(after) if re.fullmatch("[0-9]{1,6}", after) else None
            is_later = error is not None and reply.status == 503 and tries_left > 0
            if not is_later or wait is None or time.monotonic() + wait >= deadline:
                why = f"HTTP status {reply.status}: {error['message'] if error else reply.reason}"
                raise Failure("status", f"{about}: {why}", reply.status, wait)
            time.sleep(wait)

    def _post(
        self, about: str, body: bytes, timeout: float, deadline: float
    ) -> Tuple[http.client.HTTPResponse, Any]:
        is_sent = is_kept = False
        connection = self.pool.take()
        try:
            self._connect(connection, deadline)
            is_sent, wire = True, connection.sock
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
            raise TimedOut("timed out", f"{about}: no response within {timeout} s") from error
        except (OSError, http.client.IncompleteRead) as error:
            if is_sent:
                raise ConnectionLost("lost", f"{about}: connection lost: {error}") from error
            raise NotConnected("not connected", f"{about}: cannot connect: {error}") from error
        except http.client.HTTPException as error:
            why = f"the response is not HTTP: {error!r}"
            raise Failure("not understood", f"{about}: {why}") from error
        finally:
            self.pool.put(connection, is_kept)

    def _connect(self, connection: http.client.HTTPConnection, deadline: float) -> None:
        """Connects, unless it is connected already."""
        if connection.sock is not None:
            with selectors.DefaultSelector() as readable:
                readable.register(connection.sock, selectors.EVENT_READ)
                if not readable.select(0):
                    return
            connection.close()  # the server has closed it, or sent unsolicited bytes
        if self._path:
            connection.sock = socket.socket(socket.AF_UNIX)
            connection.sock.settimeout(_left(deadline))
            connection.sock.connect(self._path)
        else:
            connection.timeout = _left(deadline)
            connection.connect()
