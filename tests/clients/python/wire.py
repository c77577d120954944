# The client with misbehaving servers.
import contextlib
import json
import os
import select
import socket
import time
from typing import Any, Callable, List, Tuple

from answers import Row, full, refusal, rows
from claims import check, claim, equal, failed, failure
from everything import NULL, CallError, Card, Everything, Failure
from peer import Actor, http, result

ok = '{"jsonrpc":"2.0","result":3,"id":1}'
chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


def outcome(row: Row) -> str:
    begin = time.monotonic()
    with Actor(*row.script) as server, Everything(server.url, timeout=row.timeout) as api:
        try:
            text = f"result {api.old.one()}"
        except CallError as error:
            equal((type(error), error.faults), (CallError, {}))
            data = "" if error.data is None else json.dumps(error.data, separators=(",", ":"))
            text = f"error {error.code} {error.message} {data}".rstrip()
        except Failure as error:
            text = f"{error.reason} {error.status or ''}".rstrip()
    equal(row.timeout > 1 or time.monotonic() - begin < 10, True)
    equal(len(set(server.requests)), 1)
    return text + (f" x{len(server.requests)}" if len(server.requests) > 1 else "")


def refused(call: Callable[[Everything], object], answer: str) -> str:
    """Returns the message for a result that is not of its type."""
    with Actor([result(answer)]) as server, Everything(server.url) as api:
        error = failure(CallError, lambda: call(api))
        equal((error.code, str(error)), (0, f"{error.method}: {error.message}"))
        return str(error)


def accepted(call: Callable[[Everything], object], answer: str) -> object:
    with Actor([result(answer)]) as server, Everything(server.url) as api:
        return call(api)


def until_closed(api: Everything) -> None:
    """Waits until the connection is closed or unsolicited bytes arrive."""
    [connection] = api._transport.pool._idle
    equal(len(select.select([connection.sock], [], [], 30)[0]), 1)


@claim
def no_server() -> None:
    free = socket.create_server(("127.0.0.1", 0))
    port = free.getsockname()[1]
    free.close()
    failed(Failure, "not connected", Everything(f"http://127.0.0.1:{port}").old.one)
    failed(Failure, "not connected", Everything("unix:/nowhere/at/all.sock:/api").old.one)
    failed(Failure, "not connected", Everything("http://no-such-host.invalid/").old.one)


@claim
def invalid_urls() -> None:
    for url in ["", "localhost:80", "ftp://x/", "http://", "http://:80/", "http://x/ y",
                "http://x\r\nEvil: 1/", "http://user@x/", "http://x:99999/", "http://x/\x00",
                "http://é/", "http://x:0/", "unix:", "unix:/x:/ HTTP/1.1\r\nHost: x\r\nEvil: 1"]:
        try:
            Everything(url)
        except ValueError:
            continue
        raise AssertionError(url)
    failure(ValueError, lambda: Everything("http://x/", token="a\r\nEvil: 1"))
    failure(ValueError, lambda: Everything("http://x/", token="é"))


@claim
def requests_as_sent() -> None:
    with Actor([result("1")]) as server, Everything(server.url + "?a=1", token="t-1") as api:
        equal(api.old.one(), 1)
    equal(server.requests, ['{"jsonrpc":"2.0","method":"old.one","id":1}'])
    head = server.heads[0].split("\r\n")
    equal(head[0], "POST /api?a=1 HTTP/1.1")
    equal("Authorization: Bearer t-1" in head, True)
    equal("Host: " + server.url.split("/")[2] in head, True)


@claim
def how_params_are_sent() -> None:
    sent: List[str] = []

    def params(call: Callable[[Everything], object]) -> None:
        with Actor([result("null")]) as server, Everything(server.url) as api:
            call(api)
        sent.append(server.requests[0].split('"type.greatest"')[1].split(',"id"')[0])

    params(lambda api: api.type.greatest())
    params(lambda api: api.type.greatest(1))
    params(lambda api: api.type.greatest(NULL))
    params(lambda api: api.type.greatest(None, known=None))
    params(lambda api: api.type.greatest(known=False))
    params(lambda api: api.type.greatest(1, label=""))
    equal(sent, ["", ',"params":[1]', ',"params":[null]', "", ',"params":{"known":false}',
                 ',"params":{"n":1,"label":""}'])


for each in rows("python"):

    def holds(row: Row = each) -> None:
        equal(outcome(row), row.outcome)

    holds.__name__ = each.claim
    claim(holds)


@claim
def how_responses_are_read() -> None:
    length = f"Content-Length: {len(ok)}\r\n"
    rows: List[Tuple[str, object]] = [
        (f"HTTP/1.1 200\r\n{length}\r\n{ok}", 3),
        (f"HTTP/1.1 200 OK\n{length[:-2]}\n\n{ok}", 3),
        (f"HTTP/1.1 103 Early Hints\r\nA: 1\r\n\r\nHTTP/1.1 200 OK\r\n{length}\r\n{ok}", 3),
        (f"{chunked}23;a=b\r\n{ok}\r\n0\r\nB: 1\r\nC: 2\r\n\r\n", 3),
        (f"{chunked}1\r\n{ok[:1]}\r\n0022\r\n{ok[1:]}\r\n00\r\n\r\n", 3),
        (f"HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n{ok}", "not understood"),
        (f"HTTP/1.1 200 OK\r\n{length}{length}\r\n{ok}", "not understood"),
        (f"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n{ok}", "not understood"),
        (f"HTTP/1.1 200 OK\r\nContent-Length: 0x23\r\n\r\n{ok}", "not understood"),
        (f"HTTP/2.0 200 OK\r\n{length}\r\n{ok}", "not understood"),
        (f"HTTP/1.1 200 OK\r\n{length}a\r\n\r\n{ok}", "not understood"),
        ("HTTP/1.1 200 OK\r\n" + "A: 1\r\n" * 300, "not understood"),
        ("HTTP/1.1 200 OK\r\nA: " + "1" * 70000, "not understood"),
        (f"{chunked}22\r\n{ok}\r\n0\r\n\r\n", "not understood"),
        (f"{chunked}23\r\n{ok}junk\r\n0\r\n\r\n", "not understood"),
        (f"{chunked}-23\r\n{ok}\r\n0\r\n\r\n", "not understood"),
        ("HTTP/1.1 200 OK\r\nContent-Le", "lost"),
        (f"HTTP/1.1 200 OK\r\n{length}\r\n{ok[:-1]}", "lost"),
        (f"{chunked}23\r\n{ok}\r\n0\r\nB: 1\r\n", "lost"),
    ]
    for text, wanted in rows:
        data = text.encode()
        for size in [len(data)] if len(data) > 999 else [len(data), 1]:
            parts = [data[at:at + size] for at in range(0, len(data), size)]
            with Actor([[*parts, None]]) as server, Everything(server.url) as api:
                if wanted == 3:
                    equal(api.old.one(), 3)
                else:
                    failed(Failure, str(wanted), api.old.one)


@claim
def connections_that_are_kept() -> None:
    size = f"Content-Length: {len(ok)}\r\n"
    for text, is_kept in [
            (f"HTTP/1.1 200 OK\r\n{size}\r\n{ok}", True),
            (f"{chunked}23\r\n{ok}\r\n0\r\n\r\n", True),
            (f"HTTP/1.0 200 OK\r\n{size}Connection: Keep-Alive\r\n\r\n{ok}", True),
            (f"HTTP/1.0 200 OK\r\n{size}\r\n{ok}", False),
            (f"HTTP/1.1 200 OK\r\n{size}connection: a, CLOSE\r\n\r\n{ok}", False),
            (f"HTTP/1.1 200 OK\r\n{size}\r\n{ok}H", False)]:
        with Actor([text.encode(), result("1", 2)], [result("0", 2)]) as server:
            with Everything(server.url) as api:
                equal(api.old.one(), 3)
                equal(api.old.one(), int(is_kept))
                if is_kept:
                    api.close()
                    with contextlib.suppress(Failure):
                        api.old.one()  # ends the script


@claim
def messages_of_statuses() -> None:
    for answer, message, retry_after in [
            (http("<html>", "500 Internal Server Error"), "500: Internal Server Error", None),
            (http(refusal, "401 Unauthorized"), "401: full", None),
            (http(refusal, full, "Retry-After: 20\r\n"), "503: full", 20)]:
        with Actor([answer]) as server, Everything(server.url, timeout=10) as api:
            error = failed(Failure, "status", api.old.one)
        equal(str(error), f"old.one: HTTP status {message}")
        equal(error.retry_after, retry_after)


@claim
def an_idle_connection_that_is_closed_is_noticed() -> None:
    with Actor([result("1")], [result("1", 2)]) as server, Everything(server.url) as api:
        equal(api.old.one(), 1)
        until_closed(api)
        equal(api.old.one(), 1)
    equal(len(server.requests), 2)


@claim
def unsolicited_bytes_are_not_taken_for_a_response() -> None:
    with Actor([result("1") + result("1", 2)], [[result("3", 2), 0.2, result("1", 3)]],
               [result("5", 3)]) as server:
        with Everything(server.url) as api:
            equal((api.old.one(), api.old.one()), (1, 3))
            until_closed(api)
            equal(api.old.one(), 5)


@claim
def a_late_response_is_not_taken_for_another() -> None:
    with Actor([[20.0, result("1")]], [result("2", 2)]) as server:
        with Everything(server.url, timeout=0.3) as api:
            failed(Failure, "timed out", api.old.one)
            api.timeout = 30.0
            equal(api.old.one(), 2)


@claim
def a_response_that_arrives_before_the_request_is_sent() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        api = Everything(f"http://127.0.0.1:{listener.getsockname()[1]}/", timeout=30.0)
        if os.fork() == 0:
            with listener.accept()[0] as wire:
                wire.recv(1000)
                wire.sendall(http(refusal, "413 Content Too Large", "Connection: close\r\n"))
                wire.shutdown(socket.SHUT_WR)
                while wire.recv(1 << 20):
                    pass
            os._exit(0)
        equal(failed(Failure, "status", lambda: api.type.same("x" * (20 << 20))).status, 413)
        os.wait()


@claim
def responses_of_a_batch_in_any_order() -> None:
    one = '{"jsonrpc":"2.0","result":1,"id":1}'
    two = '{"jsonrpc":"2.0","error":{"code":1,"message":"no"},"id":2}'
    three = '{"jsonrpc":"2.0","result":"3","id":3}'
    with Actor([http(f"[{three},{two},{one}]")]) as server, Everything(server.url) as api:
        one_of_old = api.of(api.old.one)
        first, second, third = api.batch(one_of_old, api.of(api.math.div, 1, 0), one_of_old)
    equal(first, 1)
    equal(type(second).__name__, "Error1")
    equal(type(third).__name__, "CallError")
    for answer in [f"[{one}]", f"[{one},{one}]", f"[{one},{three}]", f"[{one},{two},{three}]",
                   one, "[]", "{}", "1", f"[{one},1]", f"[{one},null]"]:
        with Actor([http(answer)]) as server, Everything(server.url) as api:
            calls = [api.of(api.old.one)] * 2
            failed(Failure, "not understood", lambda: api.batch(*calls))
    with Actor([http(refusal)]) as server, Everything(server.url) as api:
        error = failure(CallError, lambda: api.batch(api.of(api.old.one), api.of(api.old.one)))
        equal(error.code, -32000)
    with Everything("http://127.0.0.1:1/") as api:
        equal(api.batch(), ())


@claim
def misused_batches() -> None:
    api = Everything("http://127.0.0.1:1/")
    wrong: Any = 1
    equal(str(failure(TypeError, lambda: api.batch(wrong, wrong))),
          "batch() takes calls made by of(), not int")
    wrong = api.old.one
    equal(str(failure(TypeError, lambda: api.batch(wrong))),
          "batch() takes calls made by of(), not method")
    for value, got in [("pong", "str"), (len, "builtin_function_or_method"), (None, "NoneType")]:
        message = f"expected a method of the client and its arguments, not {got}"
        wrong = value
        equal(str(failure(TypeError, lambda: api.of(wrong))), message)
        equal(str(failure(TypeError, lambda: api.notify(wrong))), message)


@claim
def answers_to_notifications() -> None:
    with Actor([http("", "204 No Content"), http(""), http("{}"), http(refusal)]) as server:
        with Everything(server.url) as api:
            for _ in range(3):
                api.notify(api.old.one)
            failure(CallError, lambda: api.notify(api.old.one))
    equal(server.requests, ['{"jsonrpc":"2.0","method":"old.one"}'] * 4)
    for answer in ["<html>", '{"jsonrpc":"2.0","result":1,"id":1}']:
        with Actor([http(answer)]) as server, Everything(server.url) as api:
            failed(Failure, "not understood", lambda: api.notify(api.old.one))


@claim
def results_of_another_type() -> None:
    for answer, got in [("null", "NoneType"), ("true", "bool"), ('"1"', "str"), ("1.5", "float"),
                        ("[]", "list"), ("1e300", "float")]:
        message = refused(lambda api: api.old.one(), answer)
        equal(message, f"old.one: invalid result: expected int, got {got}")
    point = '{"x":1,"y":2}'
    equal(refused(lambda api: api.geo.middle([]), '{"x":1}'),
          "geo.middle: invalid result: missing at /y")
    equal(refused(lambda api: api.geo.middle([]), '{"x":1,"y":null}'),
          "geo.middle: invalid result: expected float, got NoneType at /y")
    equal(refused(lambda api: api.geo.longest([]),
                  f'{{"name":"","path":[{point},{{"x":"1","y":2}}],"in":"m","lanes":1}}'),
          "geo.longest: invalid result: expected float, got str at /path/1/x")
    for answer in ['{"kind":"gold"}', '{"kind":"card"}', '{"number":"1"}', "null", "[]",
                   '{"kind":["card"]}', '{"kind":"transfer","iban":"","days":"3"}']:
        refused(lambda api: api.union.pay(None), answer)  # type: ignore[arg-type]
    for answer in ['[1,"m",1]', '[1]', '["m",1]', '[1,"km"]', "{}"]:
        refused(lambda api: api.geo.convert((1, "m")), answer)
    for answer in ['[1,"2"]', "1", "{}", "[null]"]:
        refused(lambda api: api.geo.rotate([]), answer)
    equal(refused(lambda api: api.type.count_words([]), '{"a/b~":"1"}'),
          "type.count_words: invalid result: expected int, got str at /a~1b~0")
    refused(lambda api: api.math.div(1, 1), "9" * 400)
    refused(lambda api: api.counter.reset(), "0")


@claim
def results_are_read_leniently() -> None:
    equal(repr(accepted(lambda api: api.geo.middle([]), '{"x":1,"y":-0,"z":[1]}')),
          "Point(x=1.0, y=-0.0)")
    equal(accepted(lambda api: api.old.one(), "5.0"), 5)
    equal(accepted(lambda api: api.old.one(), "-0"), 0)
    equal(accepted(lambda api: api.type.same_json(1), "-0"), -0.0)
    equal(accepted(lambda api: api.type.same(1), "3"), 3.0)
    equal(accepted(lambda api: api.type.same(1), "true"), True)
    equal(accepted(lambda api: api.math.div(1, 1), "5"), 5.0)
    card = Card("")
    equal(accepted(lambda api: api.union.swipe(card), '{"number":"1","more":1}'), Card("1", None))
    equal(accepted(lambda api: api.union.swipe(card), '{"number":"1","code":null}'),
          Card("1", NULL))


@claim
def arguments_without_a_json_form() -> None:
    api = Everything("http://127.0.0.1:1/")
    for number in [float("nan"), float("inf"), -float("inf")]:
        failure(ValueError, lambda: api.math.div(number, 1))
        failure(ValueError, lambda: api.type.same_json({"a": [number]}))
    failure(UnicodeEncodeError, lambda: api.type.same("\ud800"))
    failure(ValueError, lambda: api.type.same_json({"a": {1, 2}}))  # type: ignore[dict-item]


check("answers of every kind")
