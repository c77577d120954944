# A server with scripted answers, for generated clients.
import contextlib
import select
import socket
import threading
from typing import List, Sequence, Union


class Actor:
    """A server with scripted answers: a list for each connection. None closes the connection. A
    number waits so many seconds, or until the client disconnects."""

    patience = 30.0  # seconds, for a connection

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
            if not select.select([self._listener], [], [], self.patience)[0]:
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


def http(body: Union[str, bytes], status: str = "200 OK", fields: str = "") -> bytes:
    body = body.encode() if isinstance(body, str) else body
    return f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n{fields}\r\n".encode() + body


def rpc(members: str, number: Union[int, str] = 1) -> str:
    return f'{{"jsonrpc":"2.0",{members},"id":{number}}}'


def result(value: str, number: int = 1) -> bytes:
    return http(rpc(f'"result":{value}', number))
