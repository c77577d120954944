# A TLS proxy in front of a server, with a thread for each connection.
import contextlib
import socket
import ssl
import threading
from typing import Iterator


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


@contextlib.contextmanager
def tls_proxy(key: str, certificate: str, server: str) -> Iterator[str]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    listener = socket.create_server(("127.0.0.1", 0))

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                wire = listener.accept()[0]
                with contextlib.suppress(OSError):  # a handshake that fails
                    secured = context.wrap_socket(wire, server_side=True)
                    threading.Thread(target=serve, args=(secured, server), daemon=True).start()

    thread = threading.Thread(target=accept)
    thread.start()
    try:
        yield f"https://localhost:{listener.getsockname()[1]}/api"
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(5)
        listener.close()
