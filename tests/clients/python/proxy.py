# Proxies with a thread for each connection: one with TLS in front of a server, one for CONNECT.
import contextlib
import os
import socket
import ssl
import threading
from typing import Callable, Iterator, List


def pump(source: socket.socket, to: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while True:
            data = source.recv(65536)
            if not data:
                break
            to.sendall(data)
    with contextlib.suppress(OSError):
        to.shutdown(socket.SHUT_WR)


def serve(wire: socket.socket, server: str) -> None:
    host, port = server.split("/")[2].split(":")
    with contextlib.suppress(OSError), wire, socket.create_connection((host, int(port))) as plain:
        back = threading.Thread(target=pump, args=(plain, wire))
        back.start()
        pump(wire, plain)
        back.join(5)


def tunnel(wire: socket.socket, heads: List[str]) -> None:
    """Answers CONNECT, then connects the client with the server."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += wire.recv(1)
    heads.append(head.decode())
    wire.sendall(b"HTTP/1.1 200 Connection established\r\n\r\n")
    serve(wire, f"http://{heads[-1].split()[1]}/")


@contextlib.contextmanager
def accepting(handle: Callable[[socket.socket], None]) -> Iterator[int]:
    """Handles each connection in a thread; yields the port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                wire = listener.accept()[0]
                threading.Thread(target=handle, args=(wire,), daemon=True).start()

    thread = threading.Thread(target=accept)
    thread.start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(5)
        listener.close()


@contextlib.contextmanager
def tls_proxy(key: str, certificate: str, server: str) -> Iterator[str]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    def handle(wire: socket.socket) -> None:
        with contextlib.suppress(OSError), wire:  # a handshake that fails
            serve(context.wrap_socket(wire, server_side=True), server)

    with accepting(handle) as port:
        yield f"https://localhost:{port}/api"


@contextlib.contextmanager
def connect_proxy(heads: List[str]) -> Iterator[str]:
    """Adds what clients send before a tunnel to `heads`."""
    with accepting(lambda wire: tunnel(wire, heads)) as port:
        yield f"http://user:a%40b@127.0.0.1:{port}"


@contextlib.contextmanager
def environment(**values: str) -> Iterator[None]:
    """Sets variables; all others about proxies are unset."""
    saved = {name: os.environ.pop(name) for name in list(os.environ) if "_proxy" in name.lower()}
    os.environ.update(values)
    try:
        yield
    finally:
        for name in values:
            del os.environ[name]
        os.environ.update(saved)
