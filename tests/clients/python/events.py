# events.py INVENTORY: subscriptions to misbehaving servers, and to the inventory.
import gc
import json
import sys
import tempfile
import threading
import warnings
from typing import Any, List, Tuple

from claims import check, claim, equal, failed, failure, served
from inventory import CallError, ConnectionLost, Error404, Failure, Gap, Inventory, MissedEvents
from inventory import Movement, NotConnected, OrderLine, Product, SubscriptionEnded
from peer import Actor, http, result, rpc

HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\nConnection: close\r\n"
UNTIL_CLOSED = HEAD.encode() + b"\r\n"
CHUNKED = f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode()
WAIT = 20.0  # seconds, or until the client disconnects
movement = '{"at":"2026-11-27T11:59:43Z","sku":"A-1","change":%d,"by":"Zoë"}'


def accepted(number: int = 1) -> str:
    response = rpc('"result":"x"', number)
    return f"retry: 1\ndata: {response}\n\n"


def notified(members: str, subscription: str = '"x"', method: str = "stock.changed") -> str:
    params = f'{{"subscription":{subscription},{members}}}'
    return f'data: {{"jsonrpc":"2.0","method":"{method}","params":{params}}}\n\n'


def event(change: int, members: str = "") -> str:
    return notified(f'{members}"result":{movement % change}')


ended = notified('"error":{"code":-32006,"message":"Subscription ended",'
                 '"data":{"reason":"overflow","missed":4}}')


def stream(*texts: str, number: int = 1) -> bytes:
    return UNTIL_CLOSED + (accepted(number) + "".join(texts)).encode()


def changes_of(server: Actor, count: int, **arguments: Any) -> Tuple[List[int], List[Gap]]:
    """Returns the changes in the first events, and the gaps."""
    gaps: List[Gap] = []
    with Inventory(server.url) as api:
        changes = api.stock.changed(**arguments).on_gap(gaps.append)
        got = [next(changes).change for _ in range(count)]
        changes.close()
        equal(list(changes), [])
    return got, gaps


def params_of(server: Actor) -> List[object]:
    return [json.loads(each).get("params") for each in server.requests]


def first_failure(kind: Any, answer: object, reason: str) -> Any:
    """The failure of a subscription with this answer, which closes it."""
    with Actor([answer]) as server, Inventory(server.url) as api:
        changes = api.stock.changed()
        error: Any = failed(kind, reason, lambda: next(changes))
        equal(list(changes), [])
    equal(len(server.requests), 1)
    return error


@claim
def the_request_of_a_subscription() -> None:
    with Actor([[stream(event(7)), WAIT]]) as server:
        with Inventory(server.url, token="t-1", headers={"X-A": "b"}) as api:
            equal(next(api.stock.changed(sku="A-1")).by, "Zoë")
    equal(server.requests, [
        '{"jsonrpc":"2.0","method":"stock.changed","params":{"sku":"A-1"},"id":1}'])
    head = server.heads[0].split("\r\n")
    for field in ["Accept: text/event-stream", "Authorization: Bearer t-1", "X-A: b"]:
        equal(head.count(field), 1)


def chunk(data: bytes, extension: bytes = b"") -> bytes:
    return b"%x%s\r\n%s\r\n" % (len(data), extension, data)


@claim
def how_streams_are_read() -> None:
    plain = (accepted() + event(1) + event(2)).encode()
    lines = plain.replace(b"\n", b"\r\n")
    texts = [
        plain, lines, plain.replace(b"\n", b"\r"), b"\xef\xbb\xbf" + plain,
        plain.replace(b": ", b":"),
        plain.replace(b"data:", b": a comment\ndata:"),
        plain.replace(b'"params":', b'\ndata: "params":\r\ndata:'),
        plain.replace(b"data:", b"id: 1\nevent: x\nretry: 1e9\nretry: -1\ndata\nother: y\ndata:"),
        b"\n\n:\n\nretry: 1\n\n" + plain.replace(b"\n\n", b"\n\n\n\n"),
    ]
    for text in texts:
        half = len(text) // 2
        for answer in [UNTIL_CLOSED + text, CHUNKED + chunk(text, b" ;a=b"),
                       CHUNKED + chunk(text[:half]) + chunk(text[half:]),
                       CHUNKED + b"".join(chunk(text[i:i + 1]) for i in range(len(text))),
                       f"{HEAD}Content-Length: {len(text) + 1}\r\n\r\n".encode() + text]:
            for size in [len(answer), 7, 1]:
                parts = [answer[at:at + size] for at in range(0, len(answer), size)]
                with Actor([[*parts, WAIT]]) as server:
                    equal(changes_of(server, 2), ([1, 2], []))


@claim
def streams_that_end() -> None:
    text = (accepted() + event(1, '"seq":5,') + event(2, '"seq":6,')).encode()
    rest = event(3, '"seq":7,').encode()
    for answer in [UNTIL_CLOSED + text, UNTIL_CLOSED + text + rest[:-1],
                   CHUNKED + chunk(text), CHUNKED + chunk(text)[:-2],
                   CHUNKED + chunk(text) + chunk(rest)[:-9], CHUNKED + chunk(text) + b"0\r\n",
                   CHUNKED + chunk(text) + b"0\r\n\r\n",
                   CHUNKED + chunk(text) + chunk(rest[:9]) + b"0\r\n\r\n",
                   f"{HEAD}Content-Length: {len(text)}\r\n\r\n".encode() + text]:
        after = [stream(event(3, '"seq":7,'), number=2), WAIT]
        with Actor([[answer, None]], [after]) as server:
            equal(changes_of(server, 3, sku="A"), ([1, 2, 3], []))
        equal(params_of(server), [{"sku": "A"}, {"sku": "A", "since": 6}])
    complete = CHUNKED + chunk(text) + b"0\r\n\r\n"
    with Actor([[complete, WAIT]], [[stream(event(3), number=2), WAIT]]) as server:
        equal(changes_of(server, 3), ([1, 2, 3], []))


@claim
def a_lost_connection_of_numbered_events_that_are_gone() -> None:
    for data, missed in [('{"missed":9}', 9), ('{"missed":null}', None), ('"x"', None)]:
        error = f'"error":{{"code":-32007,"message":"Cannot resume","data":{data}}}'
        answer = http(rpc(error, 2))
        with Actor([[stream(event(1, '"seq":5,')), None]], [answer],
                   [[stream(event(2), number=3), WAIT]]) as server:
            equal(changes_of(server, 2), ([1, 2], [Gap("cannot resume", missed)]))
        equal(params_of(server), [None, {"since": 5}, None])


@claim
def since_of_the_program() -> None:
    refusal = rpc('"error":{"code":-32007,"message":"Cannot resume","data":{"missed":1}}')
    stream_of_it = UNTIL_CLOSED + f"data: {refusal}\n\n".encode()
    with Actor([stream_of_it], [[stream(event(2), number=2), WAIT]]) as server:
        equal(changes_of(server, 1, sku="A", since=3), ([2], [Gap("cannot resume", 1)]))
    equal(params_of(server), [{"sku": "A", "since": 3}, {"sku": "A"}])
    with Actor([[stream(event(1, '"seq":5,')), WAIT]]) as server, Inventory(server.url) as api:
        changes = api.stock.changed()
        equal((changes.seq, next(changes).change, changes.seq), (None, 1, 5))


@claim
def a_lost_connection_of_events_without_numbers() -> None:
    with Actor([[stream(event(1)), None]], [[stream(number=2), None]],
               [[stream(event(2), number=3), WAIT]]) as server:
        equal(changes_of(server, 2), ([1, 2], [Gap("reconnected"), Gap("reconnected")]))
    equal(params_of(server), [None] * 3)


@claim
def events_that_were_dropped() -> None:
    with Actor([[stream(event(1, '"missed":0,'), event(2, '"missed":3,')), WAIT]]) as server:
        equal(changes_of(server, 2), ([1, 2], [Gap("dropped", 3)]))


@claim
def a_gap_without_a_callback_is_a_warning_where_the_program_waits() -> None:
    for members, text in [('"missed":3,', "dropped: missed 3 events")]:
        with Actor([[stream(event(1, members)), WAIT]]) as server, Inventory(server.url) as api:
            with warnings.catch_warnings(record=True) as all_of:
                warnings.simplefilter("always")
                next(api.stock.changed())
        equal([(each.category, str(each.message)) for each in all_of],
              [(MissedEvents, f"stock.changed: {text}")])
        equal(all_of[0].filename.endswith("inventory.py"), False)
        with Actor([[stream(event(1, members)), WAIT]]) as server, Inventory(server.url) as api:
            with warnings.catch_warnings():
                warnings.simplefilter("error", MissedEvents)
                failure(MissedEvents, lambda: next(api.stock.changed()))


@claim
def the_end_by_the_server() -> None:
    error = first_failure(SubscriptionEnded, [stream(ended, event(1)), WAIT], "error")
    equal((error.code, error.cause, error.missed), (-32006, "overflow", 4))
    equal(str(error), "stock.changed: error -32006: Subscription ended")
    for data in ["null", '{"reason":null,"missed":"4"}', "[]", '{"missed":true}']:
        other = ended.replace('{"reason":"overflow","missed":4}', data)
        error = first_failure(SubscriptionEnded, [stream(other), WAIT], "error")
        equal((error.cause in ("", "None"), error.missed), (True, 0))


@claim
def what_is_not_an_event() -> None:
    good = '"result":' + movement % 1
    for text in [notified(good, '"y"'), notified(good, "1"), notified(good, "null"),
                 notified(good, '"x"', "order.changed"), notified('"seq":1'),
                 notified(f'{good},"error":{{"code":1,"message":""}}'), notified('"error":{}'),
                 notified('"error":{"code":"1","message":""}'), "data: {}\n\n", "data: 1\n\n",
                 "data: <html>\n\n", "data\n\n", 'data: {"params":[]}\n\n',
                 event(1).replace("2.0", "1.0"), f"data: [{event(1)[6:-2]}]\n\n",
                 "data: " + "[" * 99999 + "\n\n", accepted()]:
        error = first_failure(Failure, [stream(text), WAIT], "not understood")
        equal(str(error).startswith("stock.changed: not an event of the subscription: "), True)
    no_text = UNTIL_CLOSED + accepted().encode() + b"data: \xff\n\n"
    first_failure(Failure, [no_text, WAIT], "not understood")
    for bad in [b"z\r\n", b"-1\r\n", b"1\r\nab\r\n", b"1" * 16, b"1" * 70000]:
        begin = CHUNKED + chunk(accepted().encode())
        first_failure(Failure, [begin + bad + b"\r\n", WAIT], "not understood")


@claim
def payloads_of_another_type() -> None:
    for payload, message in [
            ("1", "expected Movement, got int"), ("null", "expected Movement, got NoneType"),
            (movement.replace("%d", '"1"'), "expected int, got str at /change"),
            ('{"at":"x","sku":"","change":1,"by":""}', "expected datetime, got 'x' at /at")]:
        answer = [stream(notified(f'"result":{payload}')), WAIT]
        error = first_failure(CallError, answer, "error")
        equal((error.code, error.message), (0, f"invalid result: {message}"))


@claim
def subscriptions_that_are_refused() -> None:
    params = '"error":{"code":-32602,"message":"no","data":{"errors":[]}}'
    for answer, code in [(http(rpc(params)), -32602),
                         (UNTIL_CLOSED + f"data: {rpc(params)}\n\n".encode(), -32602),
                         (http(rpc('"error":{"code":404,"message":"no"}')), 404)]:
        error = first_failure(Error404 if code == 404 else CallError, answer, "error")
        equal(error.code, code)
    for status in (401, 403, 405, 500, 503):
        error = first_failure(Failure, http("", f"{status} No"), "status")
        equal(error.status, status)
    first_failure(ConnectionLost, [stream()[:-1], None], "lost")
    first_failure(ConnectionLost, [UNTIL_CLOSED, None], "lost")
    for answer in [result('"x"'), http("<html>"), stream(number=2), UNTIL_CLOSED + b"data: 1\n\n",
                   stream().replace(b'"x"', b'"x","error":{}'), http("", "204 No Content")]:
        first_failure(Failure, [answer, WAIT], "not understood")
    wrong = stream().replace(b'"x"', b"1")
    equal(first_failure(CallError, [wrong, WAIT], "error").code, 0)
    with Inventory("http://127.0.0.1:1/") as api:
        failed(NotConnected, "not connected", lambda: next(api.stock.changed()))


@claim
def a_subscription_that_takes_too_long_to_begin() -> None:
    with Actor([[UNTIL_CLOSED + b": a comment\n", WAIT]]) as server:
        with Inventory(server.url, timeout=0.2) as api:
            failed(Failure, "timed out", lambda: next(api.stock.changed()))


@claim
def tries_to_reconnect() -> None:
    last = [stream(event(2), number=5), WAIT]
    full = http(rpc('"error":{"code":-32000,"message":"full"}', '"x"'), "503 Full",
                "Retry-After: 0\r\n")
    with Actor([[stream(event(1)), None]], [full], [http("", "502 Bad Gateway")], [[None]],
               [last]) as server:
        equal(changes_of(server, 2), ([1, 2], [Gap("reconnected")]))
    for answer, reason in [(http("", "401 Unauthorized"), "status"), (http("x"), "not understood"),
                           (http(rpc('"error":{"code":-32601,"message":"no"}', 2)), "error")]:
        with Actor([[stream(event(1)), None]], [answer]) as server, Inventory(server.url) as api:
            changes = api.stock.changed()
            next(changes)
            failed(Failure, reason, lambda: next(changes))
            equal(list(changes), [])


@claim
def delays_grow_have_jitter_and_obey_retry() -> None:
    with Inventory("http://127.0.0.1:1/") as api:
        waiting: Any = [api.stock.changed() for _ in range(50)]
    for retry, least, most in [(1.0, 30, 60), (0.01, 30, 60), (100.0, 100, 200)]:
        firsts = []
        for each in waiting:
            each._stream.retry, each._tries, each._retry_after = retry, 0, 0.0
            firsts.append(each._delay())
            rest = [each._delay() for _ in range(20)]
            equal(all(retry <= delay <= most for delay in [firsts[-1], *rest]), True)
            equal(least <= rest[-1] <= most, True)
            each._retry_after = 500.0
            equal(each._delay(), 500.0)
        equal(all(retry <= delay <= 2 * retry for delay in firsts), True)
        equal(len(set(firsts)) > 40, True)


@claim
def a_silent_connection_is_replaced() -> None:
    with Actor([[stream(event(1)), WAIT]], [[stream(event(2), number=2), WAIT]]) as server:
        with Inventory(server.url) as api:
            gaps: List[Gap] = []
            changes = api.stock.changed().on_gap(gaps.append)
            changes.silence_max = 0.2
            equal([next(changes).change, next(changes).change], [1, 2])
            equal(gaps, [Gap("reconnected")])


@claim
def comments_end_the_silence() -> None:
    comments = [part for _ in range(4) for part in (1.0, b":\n\n")]
    with Actor([[stream(event(1)), *comments, event(2).encode(), WAIT]]) as server:
        with Inventory(server.url) as api:
            changes = api.stock.changed()
            changes.silence_max = 3
            equal([next(changes).change, next(changes).change], [1, 2])
    equal(len(server.requests), 1)


@claim
def what_closes_a_subscription() -> None:
    def by_break(api: Inventory) -> None:
        for _ in api.stock.changed():
            break

    def by_with(api: Inventory) -> None:
        with api.stock.changed() as changes:
            next(changes)
        equal(list(changes), [])

    def by_close(api: Inventory) -> None:
        changes = api.stock.changed()
        next(changes)
        changes.close()
        changes.close()
        equal(list(changes), [])

    def by_client(api: Inventory) -> None:
        changes = api.stock.changed()
        next(changes)
        api.close()
        equal(list(changes), [])

    for close in (by_break, by_with, by_close, by_client):
        with Actor([[stream(event(1), event(2)), WAIT], result("1")]) as server:
            api = Inventory(server.url)
            close(api)
            gc.collect()
            Inventory(server.url).close()  # lets the event loop of asynchronous clients run
            server._thread.join(10)  # waits for the client to disconnect
            equal((close.__name__, server._thread.is_alive()), (close.__name__, False))
            api.close()


@claim
def calls_continue_meanwhile() -> None:
    with Actor([[stream(event(1)), 0.01]], [result("5", 2), result("6", 3)]) as server:
        with Inventory(server.url) as api, api.stock.changed() as changes:
            equal((api.stock.value(), api.stock.value(), next(changes).change), (5, 6, 1))


@claim
def events_are_not_calls() -> None:
    api = Inventory("http://127.0.0.1:1/")
    method: Any = api.stock.changed
    uses: List[Any] = [api.of, api.notify]
    for use in uses:
        text = "stock.changed is an event, not a call: iterate over it"
        equal(str(failure(TypeError, lambda: use(method, sku="A-1"))), text)


@claim
def the_inventory_and_its_restart() -> None:
    with tempfile.TemporaryDirectory() as where:
        data = ["--db", f"{where}/db"]
        with served(sys.argv[1], *data) as url:
            api = Inventory(url)
            address = url.split("/")[2]
            api.product.create(Product("A-1", "Hammer", price=1))
            api.product.create(Product("A-2", "Saw", price=1))
            gaps: List[Gap] = []

            def later(gap: Gap) -> None:
                gaps.append(gap)
                threading.Thread(target=api.stock.receive, args=("A-1", 30)).start()

            changes = api.stock.changed(sku="A-1").on_gap(later).__enter__()
            with api.order.changed() as orders:
                api.stock.receive("A-2", 1)
                api.stock.receive("A-1", 20)
                moved: Movement = next(changes)
                equal((moved.sku, moved.change), ("A-1", 20))
                api.stock.receive("A-1", 21)
                with api.stock.changed(since=changes.seq) as resumed:
                    equal((next(resumed).change, next(changes).change), (21, 21))
                api.order.place([OrderLine("A-1", 1)])
                equal(next(orders).state, "open")
        with served(sys.argv[1], *data, "--listen", address):
            equal((next(changes).change, gaps), (30, [Gap("cannot resume")]))
            api.close()


check("events")
