# tasks.py CALLBOX EVERYTHING: tasks that share an asynchronous client.
import asyncio
import contextlib
import functools
import gc
import json
import logging
import os
import socket
import sys
import threading
import warnings
from typing import TYPE_CHECKING, Any, AsyncIterator, Awaitable, Callable, Coroutine, Dict, List
from typing import Tuple, Type, Union

from answers import full, refusal
from claims import check, claim, equal, failure, served
from everything import Error1, Everything
from example import CallboxExample, CallError, Error1 as AddError, Failure, NotConnected, TimedOut
from peer import Actor, http, result, rpc
from proxy import accepting, serve

if TYPE_CHECKING:
    from typing_extensions import assert_type
else:
    assert_type = lambda value, kind: value
MANY, PATIENCE = 1000, 300.0
patient = functools.partial(CallboxExample, timeout=PATIENCE)
Answer = Callable[[Any], Awaitable[bytes]]
logging.getLogger("asyncio").setLevel(logging.ERROR)  # not about slow tasks


def concurrent(what: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """A claim about tasks: also, the event loop has nothing to report, and no thread is left."""

    async def watched() -> None:
        reports: List[Dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, about: reports.append(about))
        await what()
        await asyncio.sleep(0)
        gc.collect()
        equal(reports, [])

    @functools.wraps(what)
    def run() -> None:
        asyncio.run(asyncio.wait_for(watched(), PATIENCE))
        equal(threading.active_count(), 1)

    claim(run)


async def outcome(kind: Type[BaseException], call: Awaitable[object]) -> BaseException:
    """Returns the exception, which must be of exactly this class."""
    try:
        got = await call
    except BaseException as error:
        equal(type(error), kind)
        return error
    raise AssertionError(f"returned {got!r}")


class Peer:
    """A server that answers requests by a function, which may wait. Counts its connections."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.accepted = self.open = 0
        self.received = asyncio.Event()  # a request
        self.ended = asyncio.Event()  # a connection
        self.unsolicited = b""  # sent some time after a response

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.accepted += 1
        self.open += 1
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                length = int(head.split("Content-Length: ")[1].split("\r")[0])
                request = json.loads(await reader.readexactly(length))
                self.received.set()
                answering = asyncio.ensure_future(self.answer(request))
                ending = asyncio.ensure_future(reader.read(1))
                await asyncio.wait({answering, ending}, return_when=asyncio.FIRST_COMPLETED)
                if ending.done():
                    answering.cancel()
                    break
                ending.cancel()
                await asyncio.wait({ending})
                writer.write(answering.result())
                if self.unsolicited:
                    await asyncio.sleep(0.1)
                    writer.write(self.unsolicited)
        writer.close()
        self.open -= 1
        self.ended.set()

    @contextlib.asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, backlog=MANY)
        try:
            yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        finally:
            server.close()
            while self.open:
                self.ended.clear()
                await self.ended.wait()


def answer_to(request: Any) -> bytes:
    return result(json.dumps(request["params"][0]), request["id"])


async def pong(request: Any) -> bytes:
    return result('"pong"', request["id"])


async def never(_: Any) -> bytes:
    await asyncio.Event().wait()
    return b""


@concurrent
async def each_of_a_thousand_tasks_gets_its_own_response() -> None:
    wires: List[socket.socket] = []

    def forward(wire: socket.socket) -> None:
        wires.append(wire)
        serve(wire, url)

    with served(sys.argv[1]) as url:
        with accepting(forward) as port:
            address = f"http://127.0.0.1:{port}/api"
            async with patient(address, connections_max=16) as api:

                async def use(task: int) -> None:
                    equal(await api.math.add(task, MANY), task + MANY)
                    if task % 10 == 0:
                        await api.notify(api.math.add, task, 1)
                        calls = [api.of(api.math.add, task, n) for n in range(20)]
                        equal(await api.batch(*calls), tuple(task + n for n in range(20)))
                    if task % 7 == 0:
                        await outcome(AddError, api.math.add(2**63 - 1, task + 1))
                    equal(await api.greeting.hello(str(task)), f"Hello, {task}!")

                await asyncio.gather(*map(use, range(MANY)))
                equal(len(api._transport.pool._taken), 0)
    equal(1 <= len(wires) <= 16, True)
    for thread in threading.enumerate():  # of the proxy
        if thread is not threading.current_thread():
            thread.join(30)


@concurrent
async def a_call_is_made_once_behind_a_proxy_that_is_busy() -> None:
    made: Dict[int, int] = {}
    refused: Dict[int, int] = {}
    asked: List[int] = []

    async def answer(request: Any) -> bytes:
        number = request["params"][0]
        asked.append(number)
        if number % 3 == 0 and refused.setdefault(number, 0) < number % 4:
            refused[number] += 1
            return http(refusal, full, "Retry-After: 0\r\n")
        if number % 3 == 2 and number % 2:
            return http("<html>", full, "Retry-After: 0\r\n")
        made[number] = made.get(number, 0) + 1
        done = rpc(f'"result":{number}', request["id"])
        return http(done, full, "Retry-After: 0\r\n") if number % 3 else http(done)

    peer = Peer(answer)
    async with peer.serving() as url, patient(url, connections_max=32) as api:
        calls = (api.math.add(n, 0) for n in range(MANY))
        results = await asyncio.gather(*calls, return_exceptions=True)
        for number, got in enumerate(results):
            if number % 3 == 2 and number % 2:
                equal(isinstance(got, Failure) and got.status, 503)
                equal((made.pop(number, 0), asked.count(number)), (0, 1))
            else:
                equal((got, made.pop(number, 0)), (number, 1))
        equal((peer.accepted <= 32, made), (True, {}))
        equal(sum(refused.values()) > MANY // 4, True)


@concurrent
async def a_server_that_is_restarted_between_calls() -> None:
    with served(sys.argv[1]) as url:
        api = CallboxExample(url, connections_max=20)
        address = url.split("/")[2]
        equal(await asyncio.gather(*[api.ping() for _ in range(100)]), ["pong"] * 100)
    await outcome(NotConnected, api.ping())
    for _ in range(2):
        with served(sys.argv[1], "--listen", address):
            equal(await asyncio.gather(*[api.ping() for _ in range(100)]), ["pong"] * 100)
    await api.close()


@concurrent
async def calls_have_the_types_of_the_document() -> None:
    with served(sys.argv[1]) as url:
        async with CallboxExample(url) as api:
            assert_type(api, CallboxExample)
            equal(assert_type(await api.math.add(1, 2), int), 3)
            assert_type(await api.notify(api.ping), None)
            a, b = await api.batch(api.of(api.math.add, 1, 2), api.of(api.ping))
            assert_type(a, Union[int, CallError])
            assert_type(b, Union[str, CallError])
            equal((a, b), (3, "pong"))
            task = asyncio.ensure_future(api.ping())
            equal(assert_type(await task, str), "pong")
            many = await api.batch(*[api.of(api.math.add, n, n) for n in range(9)])
            assert_type(many, Tuple[Union[int, CallError], ...])
            equal(await api.call("math.mul", {"a": 6, "b": 7}), 42)
    with served(sys.argv[2]) as url:
        async with Everything(url) as other:
            equal((await outcome(Error1, other.math.div(3, 0))).args,
                  ("math.div: error 1: division by zero",))


@concurrent
async def a_cancelled_call_leaves_the_client_usable() -> None:
    peer = Peer(never)
    async with peer.serving() as url, CallboxExample(url, connections_max=1) as api:
        task = asyncio.ensure_future(api.ping())
        await peer.received.wait()
        task.cancel()
        await outcome(asyncio.CancelledError, task)
        await peer.ended.wait()  # its connection is closed, and its response cannot be another's
        peer.received.clear()
        await outcome(asyncio.TimeoutError, asyncio.wait_for(api.ping(), 0.1))

        peer.answer = pong
        equal(await asyncio.gather(*[api.ping() for _ in range(9)]), ["pong"] * 9)
        equal(peer.accepted, 3)


@concurrent
async def many_tasks_are_cancelled_at_any_time() -> None:
    async def answer(request: Any) -> bytes:
        await asyncio.sleep(0.002 * (request["params"][0] % 3))
        return answer_to(request)

    peer = Peer(answer)
    async with peer.serving() as url, patient(url, connections_max=8) as api:
        tasks = [asyncio.ensure_future(api.math.add(n, 0)) for n in range(MANY)]
        for n in range(0, MANY, 2):
            if n % 50 == 0:
                await asyncio.sleep(0.005)
            tasks[n].cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        for n, got in enumerate(results):
            equal(got == n or n % 2 == 0 and isinstance(got, asyncio.CancelledError), True)
        equal(await api.math.add(5, 0), 5)
        pool = api._transport.pool
        equal((len(pool._taken), len(pool._waiting), peer.open <= 8), (0, 0, True))


@concurrent
async def a_cancelled_task_hands_its_connection_over() -> None:
    pool = CallboxExample("http://x/", connections_max=1)._transport.pool
    wire = await pool.take()
    first, second = (asyncio.ensure_future(pool.take()) for _ in range(2))
    await asyncio.sleep(0)
    pool.put(wire, True)  # it is that of the first, which is cancelled before it resumes
    first.cancel()
    await outcome(asyncio.CancelledError, first)
    equal((await second) is wire, True)


@concurrent
async def a_call_that_waits_for_a_connection_times_out() -> None:
    peer = Peer(never)
    async with peer.serving() as url, CallboxExample(url, connections_max=1) as api:
        task = asyncio.ensure_future(api.ping())
        await peer.received.wait()
        error = await outcome(TimedOut, api.with_timeout(0.2).math.add(1, 2))
        equal(str(error), "math.add: no response within 0.2 s")
        equal((len(api._transport.pool._waiting), peer.accepted), (0, 1))
        task.cancel()
        await outcome(asyncio.CancelledError, task)


@concurrent
async def a_failure_of_a_call_that_is_cancelled_is_not_reported() -> None:
    async def fail(*_: object) -> Any:
        task.cancel()
        raise Failure("lost", "at the same time")

    api = CallboxExample("http://x/")
    setattr(api._transport, "_post", fail)
    task = asyncio.ensure_future(api.ping())
    await outcome(asyncio.CancelledError, task)


@concurrent
async def a_connection_that_still_sends_is_not_used_again() -> None:
    async def answer_early(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        wires.append(writer)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(result('"pong"', len(wires)))

    wires: List[asyncio.StreamWriter] = []
    server = await asyncio.start_server(answer_early, "127.0.0.1", 0)
    async with CallboxExample(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/") as api:
        equal(await api.greeting.hello("x" * (20 << 20)), "pong")
        equal((await api.ping(), len(wires)), ("pong", 2))
    server.close()
    for wire in wires:
        wire.transport.abort()


@concurrent
async def a_timeout_closes_the_connection() -> None:
    peer = Peer(never)
    async with peer.serving() as url, CallboxExample(url, timeout=0.2) as api:
        await outcome(TimedOut, api.ping())
        equal(len(api._transport.pool._taken), 0)
        await peer.ended.wait()


@concurrent
async def a_call_does_not_wait_for_another() -> None:
    both = asyncio.Event()
    numbers: List[int] = []

    async def answer(request: Any) -> bytes:
        numbers.append(request["id"])
        if len(numbers) == 2:
            both.set()
        await both.wait()
        return result(f'"{request["id"]}"', request["id"])

    async with Peer(answer).serving() as url, CallboxExample(url) as api:
        equal(await asyncio.gather(api.ping(), api.ping()), ["1", "2"])


@concurrent
async def a_connection_in_use_is_closed_after_its_call() -> None:
    may_answer = asyncio.Event()

    async def answer(request: Any) -> bytes:
        await may_answer.wait()
        return result('"pong"', request["id"])

    peer = Peer(answer)
    async with peer.serving() as url:
        api = CallboxExample(url)
        task = asyncio.ensure_future(api.ping())
        await peer.received.wait()
        await api.close()
        may_answer.set()
        equal(await task, "pong")
        await peer.ended.wait()
        equal(await api.ping(), "pong")
        equal(peer.accepted, 2)
        await api.close()


@concurrent
async def bytes_that_the_event_loop_has_read_are_not_taken_for_a_response() -> None:
    peer = Peer(pong)
    peer.unsolicited = result('"other"', 2)
    async with peer.serving() as url, CallboxExample(url) as api:
        equal(await api.ping(), "pong")
        [wire] = api._transport.pool._idle
        while wire.is_ready():
            await asyncio.sleep(0.01)
        equal((await api.ping(), peer.accepted), ("pong", 2))


@claim
def event_loops_one_after_another() -> None:
    with served(sys.argv[1]) as url, warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # a connection of a closed event loop
        api = CallboxExample(url)
        for _ in range(3):
            equal(asyncio.run(api.ping()), "pong")
        asyncio.run(api.close())
        gc.collect()


@claim
def a_limit_of_connections_is_positive() -> None:
    failure(ValueError, lambda: CallboxExample("http://x/", connections_max=0))


@concurrent
async def a_deprecated_method_warns_where_it_is_used() -> None:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        with Actor([result("1"), result("1", 2)]) as server:
            async with Everything(server.url) as api:
                await api.old.one()
                await asyncio.gather(api.old.one())
    lines = [each.lineno for each in seen if each.category is DeprecationWarning]
    names = {os.path.basename(each.filename) for each in seen}
    equal((len(lines), lines[1] - lines[0], names), (2, 1, {os.path.basename(__file__)}))


check("tasks")
