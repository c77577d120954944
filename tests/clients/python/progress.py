# progress.py EVERYTHING: calls that report their progress, of misbehaving servers and a good one.
import gc
import sys
import time
from typing import TYPE_CHECKING, Any, List

from claims import check, claim, equal, failed, failure, served
from everything import CallError, ConnectionLost, Error7, Everything, Failure, NotConnected
from everything import Progress, TimedOut, WatchedCall
from peer import Actor, http, result, rpc

if TYPE_CHECKING:
    from typing_extensions import assert_type
else:
    assert_type = lambda value, kind: value
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
WAIT = 20.0  # seconds, or until the client disconnects


def report(members: str, number: int = 1) -> str:
    params = f'{{"id":{number},{members}}}'
    return f'data: {{"jsonrpc":"2.0","method":"rpc.progress","params":{params}}}\n\n'


def response(members: str, number: int = 1) -> str:
    return f"data: {rpc(members, number)}\n\n"


def stream(*texts: str) -> bytes:
    return HEAD + "".join(texts).encode()


def watched(api: Everything) -> WatchedCall[int]:
    return api.watch(api.of(api.work.count, 3))


half = report('"progress":0.5,"total":1,"message":"½"')
seven = response('"result":7')


@claim
def the_request_and_its_progress() -> None:
    reports = half + report('"progress":1') + ":\n\n" + report('"progress":2,"message":"more"')
    with Actor([stream(reports, seven)]) as server, Everything(server.url, token="t-1") as api:
        with watched(api) as call:
            equal(list(call), [Progress(0.5, 1.0, "½"), Progress(1.0, None, ""),
                               Progress(2.0, None, "more")])
            equal([call.result(), call.result(), len(list(call))], [7, 7, 0])
        equal(call.result(), 7)
    equal(server.requests, [
        '{"jsonrpc":"2.0","method":"work.count","params":[3],"id":1}'])
    head = server.heads[0].split("\r\n")
    for field in ["Accept: text/event-stream", "Authorization: Bearer t-1"]:
        equal(head.count(field), 1)


@claim
def the_result_without_reading_the_progress() -> None:
    for number in range(3):
        with Actor([stream(half, half, seven)]) as server, Everything(server.url) as api:
            call = watched(api)
            for _ in range(number):
                equal(next(call).text, "½")
            equal([call.result(), call.result(), list(call)], [7, 7, []])


@claim
def streams_in_parts() -> None:
    for text in [stream(half, seven), stream(half, seven).replace(b"\n\n", b"\r\n\r\n")]:
        parts = [text[at:at + 1] for at in range(len(text))]
        with Actor([[*parts, WAIT]]) as server, Everything(server.url) as api:
            call = watched(api)
            equal((list(call), call.result()), ([Progress(0.5, 1.0, "½")], 7))


@claim
def a_response_that_is_not_a_stream() -> None:
    with Actor([result("7")]) as server, Everything(server.url) as api, watched(api) as call:
        equal((list(call), call.result(), call.result()), ([], 7, 7))
    answer = http(rpc('"error":{"code":7,"message":"no"}'))
    with Actor([answer]) as server, Everything(server.url) as api, watched(api) as call:
        equal(list(call), [])
        equal(str(failure(Error7, call.result)), "work.count: error 7: no")


@claim
def a_call_that_fails() -> None:
    for code, kind in [(7, Error7), (-32003, CallError)]:
        answer = stream(half, response(f'"error":{{"code":{code},"message":"no","data":[1]}}'))
        with Actor([answer]) as server, Everything(server.url) as api:
            call = watched(api)
            equal(len(list(call)), 1)
            for _ in range(2):
                error: Any = failure(kind, call.result)
                equal((error.code, error.data), (code, [1]))
    with Actor([stream(response('"result":"7"'))]) as server, Everything(server.url) as api:
        equal(failure(CallError, watched(api).result).message,
              "invalid result: expected int, got str")


@claim
def requests_that_are_refused() -> None:
    for status in (401, 403, 500, 503):
        with Actor([http("", f"{status} No")]) as server, Everything(server.url) as api:
            call = watched(api)
            for _ in range(2):
                equal(failed(Failure, "status", call.result).status, status)
    call = watched(Everything("http://127.0.0.1:1/"))
    failed(NotConnected, "not connected", lambda: next(call))
    failed(NotConnected, "not connected", call.result)
    equal(list(call), [])


@claim
def streams_that_end_before_the_response() -> None:
    for text in [stream(), stream(half), stream(half, seven[:-1]), HEAD[:-1], HEAD[:9]]:
        with Actor([[text, None]]) as server, Everything(server.url) as api:
            call = watched(api)
            failed(ConnectionLost, "lost", lambda: list(call))
            failed(ConnectionLost, "lost", call.result)


@claim
def messages_that_are_not_understood() -> None:
    good = '"progress":1'
    for text in ["data: 1\n\n", "data: <html>\n\n", "data: {}\n\n", "data\n\n", "data: []\n\n",
                 report(good, 2), report('"total":1'), report('"progress":"1"'),
                 report('"progress":null'), report('"progress":true'),
                 report(f'{good},"total":"1"'), report(f'{good},"total":null'),
                 report(f'{good},"message":1'), report(f'"progress":1{"0" * 400}'),
                 report(good).replace("rpc.progress", "rpc.other"),
                 report(good).replace("2.0", "1.0"),
                 report(good).replace("params", "param"), response('"result":7', 2),
                 response('"result":7,"error":{}'), seven.replace("2.0", "1.0"),
                 "data: " + "[" * 99999 + "\n\n"]:
        with Actor([[stream(half, text), WAIT]]) as server, Everything(server.url) as api:
            call = watched(api)
            next(call)
            why = "work.count: not a response to the request: "
            for use in (lambda: next(call), call.result):
                error = failed(Failure, "not understood", use)
                equal((text, str(error).startswith(why)), (text, True))
            equal(list(call), [])
    for answer in [http("x"), http("", "204 No Content"), result("7", 2), http("[]")]:
        with Actor([answer]) as server, Everything(server.url) as api:
            failed(Failure, "not understood", watched(api).result)


@claim
def what_limits_the_time() -> None:
    for begin in (b"", b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"):
        with Actor([[begin, WAIT]]) as server, Everything(server.url, timeout=0.2) as api:
            call = watched(api)
            failed(TimedOut, "timed out", lambda: next(call))
            failed(TimedOut, "timed out", call.result)
    with Actor([[stream(half), WAIT]]) as server, Everything(server.url) as api:
        call = watched(api)
        call.silence_max = 0.2
        equal(next(call).done, 0.5)
        failed(TimedOut, "timed out", call.result)
    parts: List[object] = []
    for _ in range(4):
        parts += [0.5, b":\n\n"]
    with Actor([[stream(), *parts, seven.encode()]]) as server:
        with Everything(server.url, timeout=1) as api:
            call = watched(api)
            call.silence_max = 1.5
            begin_at = time.monotonic()
            equal((call.result(), time.monotonic() - begin_at > 1.5), (7, True))


@claim
def what_cancels_a_call() -> None:
    def by_break(api: Everything) -> None:
        for _ in watched(api):
            break

    def by_with(api: Everything) -> None:
        with watched(api) as call:
            next(call)
        check_closed(call)

    def by_exception(api: Everything) -> None:
        def fail() -> None:
            with watched(api) as call:
                next(call)
                raise KeyError()

        failure(KeyError, fail)

    def by_close(api: Everything) -> None:
        call = watched(api)
        next(call)
        call.close()
        call.close()
        check_closed(call)

    def by_client(api: Everything) -> None:
        call = watched(api)
        next(call)
        api.close()
        check_closed(call)

    def check_closed(call: WatchedCall[int]) -> None:
        equal(list(call), [])
        error = failed(ConnectionLost, "lost", call.result)
        equal(str(error), "work.count: closed before the response")

    for cancel in (by_break, by_with, by_exception, by_close, by_client):
        with Actor([[stream(half, half), WAIT]]) as server:
            api = Everything(server.url)
            cancel(api)
            gc.collect()
            Everything(server.url).close()  # lets the event loop of asynchronous clients run
            server._thread.join(10)  # waits for the client to disconnect
            equal((cancel.__name__, server._thread.is_alive()), (cancel.__name__, False))
            api.close()


@claim
def a_call_that_was_not_sent() -> None:
    with Everything("http://127.0.0.1:1/") as api:
        call = watched(api)
        call.close()
        equal(list(call), [])
        failed(ConnectionLost, "lost", call.result)
        wrong: Any = api.work.count
        equal(str(failure(TypeError, lambda: api.watch(wrong))),
              f"watch() takes a call made by of(), not {type(wrong).__name__}")


@claim
def calls_continue_meanwhile() -> None:
    with Actor([[stream(half), 0.01]], [result("5", 2)]) as server:
        with Everything(server.url) as api, watched(api) as call:
            equal((api.work.cancelled(), next(call).done), (5, 0.5))


@claim
def a_server_that_reports() -> None:
    with served(sys.argv[1]) as url, Everything(url) as api:
        for method in (api.work.count, api.work.count_later):
            with api.watch(api.of(method, 10)) as call:
                reports = list(assert_type(call, WatchedCall[int]))
                equal(assert_type(call.result(), int), 10)
            equal(reports[0], Progress(1.0, 10.0, "step 1"))
            done = [each.done for each in reports]
            equal((done == sorted(set(done)), done[-1] <= 10), (True, True))
        failure(Error7, api.watch(api.of(api.work.count, 0)).result)
        equal(api.watch(api.of(api.work.cancelled)).result(), 0)
        equal(api.watch(api.of(api.math.div, 1, 4)).result(), 0.25)


@claim
def a_server_whose_calls_are_cancelled() -> None:
    with served(sys.argv[1]) as url, Everything(url) as api:
        for method in (api.work.count, api.work.count_later):
            with api.watch(api.of(method, 100)) as call:
                next(call)
        until = time.monotonic() + 10
        while api.work.cancelled() != 2 and time.monotonic() < until:
            time.sleep(0.02)
        equal(api.work.cancelled(), 2)


check("progress")
