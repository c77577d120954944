# Options of a client: headers, proxies and timeouts; calls by the name of the method.
import socket
from typing import Any, Dict, List, Tuple

from claims import check, claim, equal, failed, failure
from everything import CallError, Everything, Failure, NotConnected, TimedOut
from peer import Actor, http, result, rpc
from proxy import environment


def unused() -> str:
    """Returns an address without a server."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return f"127.0.0.1:{free.getsockname()[1]}"


@claim
def headers_are_sent() -> None:
    headers = {"X-Trace": "a b", "Authorization": "Basic eA==", "User-Agent": "",
               "a!#$%&'*+-.^_`|~": "1"}
    with Actor([result("1"), result("2", 2)]) as server:
        with Everything(server.url, headers=headers) as api:
            equal((api.old.one(), api.old.one()), (1, 2))
    for head in server.heads:
        equal(head.split("\r\n")[2:-1], ["Content-Type: application/json", *[
            f"{name}: {value}" for name, value in headers.items()]])


@claim
def invalid_headers_are_refused() -> None:
    for name, value in [("", "x"), ("a b", "x"), ("a:", "x"), ("é", "x"), ("a", "x\r\nEvil: 1"),
                        ("a\n", "x"), ("a", "é"), ("a", "\0"), ("a", "x\n")]:
        error = failure(ValueError, lambda: Everything("http://x/", headers={name: value}))
        equal(str(error), f"invalid header {name!r}")
    for name in ["Host", "content-length", "Transfer-Encoding", "content-type"]:
        error = failure(ValueError, lambda: Everything("http://x/", headers={name: "1"}))
        equal(str(error), f"the client sets the header {name}")
    Everything("http://x/", headers={"authorization": "x"})
    failure(ValueError, lambda: Everything("http://x/", token="t", headers={"authorization": "x"}))


@claim
def a_proxy_of_the_environment() -> None:
    with Actor([result("1")]) as server, environment(http_proxy=server.url):
        with Everything("http://no-such-host.invalid:81/x?y", proxy=True) as api:
            equal(api.old.one(), 1)
    lines = server.heads[0].split("\r\n")
    equal(lines[0], "POST http://no-such-host.invalid:81/x?y HTTP/1.1")
    equal(lines[1], "Host: no-such-host.invalid:81")
    equal("Proxy-Authorization" in server.heads[0], False)


@claim
def a_proxy_that_requires_a_password() -> None:
    with Actor([result("1")]) as server:
        address = server.url.split("/")[2]
        with environment(ALL_PROXY=f"user:a%40b@{address}"):
            with Everything("http://no-such-host.invalid/", proxy=True) as api:
                equal(api.old.one(), 1)
    equal("Proxy-Authorization: Basic dXNlcjphQGI=" in server.heads[0].split("\r\n"), True)


@claim
def hosts_without_a_proxy() -> None:
    rows: List[Tuple[bool, Dict[str, str]]] = [
        (False, {}), (True, {"no_proxy": "127.0.0.1"}), (True, {"no_proxy": "*"})]
    for proxy, variables in rows:
        with environment(http_proxy=f"http://{unused()}", **variables):
            with Actor([result("1")]) as server, Everything(server.url, proxy=proxy) as api:
                equal(api.old.one(), 1)
        equal(server.heads[0].startswith("POST /api HTTP/1.1"), True)
    with environment(http_proxy=f"http://{unused()}"), Everything("http://x/", proxy=True) as api:
        failure(NotConnected, api.old.one)
    with environment(http_proxy="socks5://127.0.0.1:1"):
        failure(ValueError, lambda: Everything("http://x/", proxy=True))
        Everything("unix:/x.sock", proxy=True)


@claim
def a_timeout_of_a_call() -> None:
    with Actor([result("1"), [20.0]], [result("3", 3)]) as server:
        with Everything(server.url, timeout=30) as api:
            equal(api.with_timeout(20).old.one(), 1)
            [connection] = api._transport.pool._idle
            hasty = api.with_timeout(0.3)
            equal(str(failure(TimedOut, hasty.old.one)), "old.one: no response within 0.3 s")
            equal((connection.sock, api.timeout, hasty.timeout), (None, 30, 0.3))
            equal(api.old.one(), 3)
    equal(len(server.heads), 3)


@claim
def timeouts_of_batches_and_notifications() -> None:
    with Actor([[20.0]], [[20.0]]) as server, Everything(server.url) as api:
        hasty = api.with_timeout(0.3)
        call = api.of(api.old.one)
        failed(Failure, "timed out", lambda: hasty.batch(call, call))
        failed(Failure, "timed out", lambda: hasty.notify(hasty.old.one))


@claim
def calls_by_name() -> None:
    answers = [http(rpc(f'"result":{value}', n + 1)) for n, value in enumerate(["[1,{}]", "null"])]
    no = http(rpc('"error":{"code":1,"message":"no"}', 3))
    with Actor([*answers, no, http("")]) as server, Everything(server.url) as api:
        got: Any = api.call("a.b", {"x": 1})
        equal(got, [1, {}])
        equal(api.call("a.b"), None)
        error = failure(CallError, lambda: api.call("math.div", (1, 0)))
        equal(str(error), "math.div: error 1: no")
        api.notify(api.call, "a.b", [5])
    equal(server.requests, [
        '{"jsonrpc":"2.0","method":"a.b","params":{"x":1},"id":1}',
        '{"jsonrpc":"2.0","method":"a.b","id":2}',
        '{"jsonrpc":"2.0","method":"math.div","params":[1,0],"id":3}',
        '{"jsonrpc":"2.0","method":"a.b","params":[5]}'])


check("options")
