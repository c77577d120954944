# Claims, which fail by raising an exception, and servers for them.
import contextlib
import platform
import select
import socket
import subprocess
import sys
import threading
from typing import Callable, Iterator, List, Sequence, Type, TypeVar

T = TypeVar("T")
E = TypeVar("E", bound=BaseException)
claims: List[Callable[[], None]] = []


def claim(what: Callable[[], None]) -> Callable[[], None]:
    claims.append(what)
    return what


def check(about: str) -> None:
    """Prints a line for each claim that fails, then a summary; exits with 1 if any failed."""
    failed = 0
    for what in claims:
        try:
            what()
        except Exception as error:
            failed += 1
            print(f"    {about}: {what.__name__}: {error!r}")
    print(f"{about}, python {platform.python_version()}: {len(claims) - failed} of {len(claims)}")
    sys.exit(failed > 0)


def equal(got: object, wanted: object) -> None:
    if type(got) is not type(wanted) or repr(got) != repr(wanted) or got != wanted:
        raise AssertionError(f"{got!r} is not {wanted!r}")


def failure(kind: Type[E], what: Callable[[], object]) -> E:
    """Returns the exception, which must be of exactly this class."""
    try:
        got = what()
    except kind as error:
        if type(error) is kind:
            return error
        raise
    raise AssertionError(f"returned {got!r}")


def failed(kind: Type[E], reason: str, what: Callable[[], object]) -> E:
    """Returns the exception, which must be of exactly this class and have this reason."""
    error = failure(kind, what)
    equal(getattr(error, "reason"), reason)
    return error


@contextlib.contextmanager
def served(program: str, *options: str) -> Iterator[str]:
    """Runs a callbox program; yields its URL."""
    words = [program, "serve", *options]
    if "--listen" not in options:
        words += ["--listen", "127.0.0.1:0"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    try:
        yield ready(process)
    finally:
        process.terminate()
        process.communicate(timeout=10)


def ready(process: "subprocess.Popen[str]") -> str:
    assert process.stderr is not None
    for line in process.stderr:
        if ": ready: " in line:
            return line.split(": ready: ")[1].strip()
    raise AssertionError("the server does not become ready")


class Actor:
    """A server with scripted answers: a list for each connection. None closes the connection. A
    number waits so many seconds, or until the client disconnects."""

    def __init__(self, *connections: Sequence[object]) -> None:
        self.requests: List[str] = []  # bodies
        self.heads: List[str] = []
        self._connections = connections
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/api"
        self._thread = threading.Thread(target=self._play)

    def __enter__(self) -> "Actor":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)  # accept() fails
        self._thread.join(10)
        self._listener.close()

    def _play(self) -> None:
        for answers in self._connections:
            if not select.select([self._listener], [], [], 30)[0]:
                return
            with contextlib.suppress(OSError), self._listener.accept()[0] as wire:
                wire.settimeout(30)
                for answer in answers:
                    self._receive(wire)
                    self._answer(wire, answer)

    def _receive(self, wire: socket.socket) -> None:
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._some(wire)
        head, body = data.split(b"\r\n\r\n", 1)
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        while len(body) < length:
            body += self._some(wire)
        self.heads.append(head.decode())
        self.requests.append(body.decode())

    def _some(self, wire: socket.socket) -> bytes:
        data = wire.recv(65536)
        if not data:
            raise ConnectionError("the client disconnected")
        return data

    def _answer(self, wire: socket.socket, answer: object) -> None:
        for part in answer if isinstance(answer, list) else [answer]:
            if isinstance(part, bytes):
                wire.sendall(part)
            elif isinstance(part, (int, float)):
                select.select([wire], [], [], part)
            else:
                raise ConnectionError("the script closes the connection")


def http(body: str, status: str = "200 OK", fields: str = "") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body.encode())}\r\n{fields}\r\n"
    return (head + body).encode()


def result(value: str, number: int = 1) -> bytes:
    return http(f'{{"jsonrpc":"2.0","result":{value},"id":{number}}}')
