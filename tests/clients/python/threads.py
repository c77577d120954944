# threads.py CALLBOX: threads that share a client of the example.
import socket
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import List

from claims import check, claim, equal, served
from everything import ConnectionLost, Everything
from example import CallboxExample
from peer import Actor, http, result, rpc


def sent(wire: socket.socket) -> bytes:
    """Returns what the client sends next."""
    wire.settimeout(30)
    return wire.recv(65536)


@claim
def every_call_of_many_threads_gets_its_own_result() -> None:
    begin = threading.Barrier(8)
    with served(sys.argv[1]) as url, CallboxExample(url) as api:

        def add(thread: int) -> List[int]:
            begin.wait(30)
            return [api.math.add(1000 * thread, n) for n in range(100)]

        with ThreadPoolExecutor(8) as threads:
            for thread, sums in enumerate(threads.map(add, range(8))):
                equal(sums, [1000 * thread + n for n in range(100)])
        equal(1 <= len(api._transport.pool._idle) <= 8, True)
        equal(api._transport.pool._taken, set())


@claim
def batches_and_notifications_of_many_threads() -> None:
    with served(sys.argv[1]) as url, CallboxExample(url) as api:

        def batch(thread: int) -> object:
            api.notify(api.math.add, thread, 1)
            return api.batch(*[api.of(api.math.add, thread, n) for n in range(50)])

        with ThreadPoolExecutor(8) as threads:
            for thread, sums in enumerate(threads.map(batch, range(8))):
                equal(sums, tuple(thread + n for n in range(50)))


@claim
def a_call_does_not_wait_for_another() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(2) as threads:
        listener.settimeout(30)
        with CallboxExample(f"http://127.0.0.1:{listener.getsockname()[1]}/") as api:
            calls = [threads.submit(api.ping) for _ in range(2)]
            wires = [listener.accept()[0] for _ in range(2)]  # before any response
            for wire in wires:
                number = int(sent(wire).split(b'"id":')[1].rstrip(b"}"))
                wire.sendall(result(f'"{number}"', number))
            equal(sorted(call.result(30) for call in calls), ["1", "2"])
            for wire in wires:
                wire.close()


@claim
def a_connection_in_use_is_closed_after_its_call() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(1) as threads:
        listener.settimeout(30)
        api = CallboxExample(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        call = threads.submit(api.ping)
        with listener.accept()[0] as wire:
            equal(sent(wire).startswith(b"POST / HTTP/1.1\r\n"), True)
            api.close()
            wire.sendall(http(rpc('"result":"pong"')))
            equal(call.result(30), "pong")
            equal(sent(wire), b"")
        equal(api._transport.pool._idle, [])


@claim
def a_call_with_progress_is_closed_by_another_thread() -> None:
    head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
    with Actor([[head.encode(), 20.0]]) as server, Everything(server.url) as api:
        call = api.watch(api.of(api.work.count, 3))
        with ThreadPoolExecutor(2) as threads:
            reading = threads.submit(lambda: list(call))
            waiting = threads.submit(call.result)
            while not call._stream.is_open:
                time.sleep(0.01)
            call.close()
            equal(reading.result(10), [])
            equal(type(waiting.exception(10)), ConnectionLost)


check("threads")
