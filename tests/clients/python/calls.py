# calls.py FOLDER DOCUMENTS: calls servers with clients generated from their own documents.
import contextlib
import os
import pathlib
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from datetime import date, datetime, timezone
from typing import TYPE_CHECKING, Callable, Iterator, List, Optional, Tuple, Union
from uuid import UUID

import everything
import example
import inventory
from claims import check, claim, equal, failed, failure, ready, served
from everything import NULL, Card, Cash, Event, Everything, Folder, Number, PaymentCard, Point
from everything import Route, Sum, Transfer, TransferResult
from example import CallboxExample, Error1, Failure
from inventory import Error404, Error409, Inventory, OrderLine, Product

if TYPE_CHECKING:
    from typing_extensions import assert_type
else:
    assert_type = lambda value, kind: value
folder, documents = sys.argv[1:3]
least, most = -(2**63), 2**63 - 1


@contextlib.contextmanager
def shop_of_its_own() -> Iterator[Inventory]:
    with tempfile.TemporaryDirectory() as where:
        with served(f"{documents}/inventory", "--db", f"{where}/db") as url, Inventory(url) as shop:
            yield shop


@claim
def every_method_of_the_example() -> None:
    with served(f"{folder}/callbox") as url, CallboxExample(url) as api:
        equal(assert_type(api.ping(), str), "pong")
        equal(assert_type(api.math.add(2, 3), int), 5)
        equal(api.math.add(b=2, a=3), 5)
        equal(api.math.sub(2, 3), -1)
        equal(api.math.mul(a=6, b=7), 42)
        equal(assert_type(api.greeting.hello("you"), str), "Hello, you!")


@claim
def extremes() -> None:
    escapes = "".join(map(chr, range(32))) + '"\\/\x7f\u2028é\U0001f986\ufffe\0'
    with served(f"{folder}/callbox") as url, CallboxExample(url) as api:
        equal(api.math.add(most, 0), most)
        equal(api.math.add(least, 0), least)
        equal(api.math.sub(-1, most), least)
        for text in ["", escapes, "x" * 65536, "é\n" * 30000]:
            equal(api.greeting.hello(text), f"Hello, {text}!")
    with served(f"{documents}/everything") as url, Everything(url) as other:
        equal(other.type.greatest(2**64 - 1), 2**64 - 1)
        equal(other.type.greatest(0), 0)
        equal(other.math.div(-0.0, 1), -0.0)
        equal(other.type.same_json(-0.0), -0.0)
        for number in [5e-324, 1.7976931348623157e308, -1.5, 0.1, 1e21]:
            equal(other.math.div(number, 1), number)
        equal(failure(everything.CallError, lambda: other.type.greatest(2**64)).code, -32602)
        equal(failure(everything.CallError, lambda: other.type.greatest(-1)).code, -32602)


@claim
def declared_errors() -> None:
    with served(f"{folder}/callbox") as url, CallboxExample(url) as api:
        error = failure(Error1, lambda: api.math.add(most, 1))
        equal((error.code, error.message), (1, "the sum does not fit 64 bits"))
        equal(isinstance(error, example.CallError), True)
        failure(Error1, lambda: api.math.sub(least, 1))
        failure(Error1, lambda: api.math.mul(a=most, b=2))
    with served(f"{documents}/everything") as url, Everything(url) as other:
        equal(failure(everything.Error1, lambda: other.math.div(3, 0)).data, 3)
    with shop_of_its_own() as shop:
        failure(Error404, lambda: shop.product.get("none"))
        shop.product.create(Product(sku="A-1", name="Hammer", price=990))
        failure(Error409, lambda: shop.product.create(Product(sku="A-1", name="Saw", price=1)))


@claim
def arguments_that_do_not_fit() -> None:
    with served(f"{folder}/callbox") as url, CallboxExample(url) as api:
        wrong: int = "two"  # type: ignore[assignment]
        error = failure(example.CallError, lambda: api.math.add(wrong, 3))
        equal(error.code, -32602)
        equal(error.faults, {"/0": "expected integer, got string"})
        error = failure(example.CallError, lambda: api.math.mul(a=2**63, b=wrong))
        equal(sorted(error.faults), ["/a", "/b"])


@claim
def batches() -> None:
    with served(f"{folder}/callbox") as url, CallboxExample(url) as api:
        a, b = api.batch(api.of(api.math.add, 1, 2), api.of(api.ping))
        assert_type(a, Union[int, example.CallError])
        assert_type(b, Union[str, example.CallError])
        equal((a, b), (3, "pong"))
        good, bad, last = api.batch(
            api.of(api.math.add, 1, 2),
            api.of(api.math.add, most, 1),
            api.of(api.greeting.hello, "you"),
        )
        assert_type(last, Union[str, example.CallError])
        if isinstance(good, example.CallError) or isinstance(last, example.CallError):
            raise AssertionError("both should be good")
        equal(good + len(last), 14)
        equal(type(bad), Error1)
        four = api.batch(
            api.of(api.ping),
            api.of(api.math.add, 1, 2),
            api.of(api.ping),
            api.of(api.math.mul, a=2, b=3),
        )
        assert_type(four, Tuple[Union[object, example.CallError], ...])
        equal(four, ("pong", 3, "pong", 6))
        sums = api.batch(*[api.of(api.math.add, n, n) for n in range(1000)])
        assert_type(sums, Tuple[Union[int, example.CallError], ...])
        equal(list(sums), [2 * n for n in range(1000)])
        many = [api.of(api.ping)] * 1001
        equal(failure(example.CallError, lambda: api.batch(*many)).code, -32600)
        equal(api.ping(), "pong")


@claim
def notifications() -> None:
    with served(f"{documents}/everything") as url, Everything(url) as api:
        for _ in range(5):
            assert_type(api.notify(api.counter.advance, 7), None)
        api.notify(api.counter.advance, 1000)  # refused, without a response
        equal(api.counter.advance(), 36)
    with served(f"{documents}/everything", "--http-status", "always-200") as url:
        with Everything(url) as api:
            api.notify(api.counter.advance, 7)
            equal(api.counter.advance(1), 8)


@claim
def errors_with_http_statuses() -> None:
    with served(f"{folder}/callbox", "--http-status", "mapped") as url, CallboxExample(url) as api:
        failure(Error1, lambda: api.math.add(most, 1))
        equal(api.ping(), "pong")


@claim
def one_connection_for_all() -> None:
    with served(f"{folder}/callbox") as url, CallboxExample(url) as api:
        api.ping()
        [first] = api._transport.pool._idle
        wire = first.sock
        for _ in range(100):
            api.ping()
        api.batch(api.of(api.ping), api.of(api.ping))
        api.notify(api.ping)
        equal((api._transport.pool._idle, first.sock is wire), ([first], True))
        api.close()
        api.close()
        equal(api.ping(), "pong")


@claim
def a_server_that_is_restarted() -> None:
    with served(f"{folder}/callbox") as url:
        api = CallboxExample(url)
        equal(api.ping(), "pong")
        address = url.split("/")[2]
    failed(example.Failure, "not connected", api.ping)
    with served(f"{folder}/callbox", "--listen", address):
        equal(api.ping(), "pong")
    with served(f"{folder}/callbox", "--listen", address):
        equal(api.ping(), "pong")  # notices that the previous connection is closed
    api.close()


@claim
def a_server_that_dies() -> None:
    words = [f"{documents}/everything", "serve", "--listen", "127.0.0.1:0"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    with Everything(ready(process)) as api:
        equal(api.old.one(), 1)
        threading.Timer(0.3, process.kill).start()
        process.send_signal(19)  # SIGSTOP, then it dies while the client waits
        failed(everything.Failure, "lost", api.old.one)
        process.wait()  # its listener may outlive its connection
        failed(everything.Failure, "not connected", api.old.one)
    process.communicate()


@claim
def a_server_that_is_stopped() -> None:
    words = [f"{folder}/callbox", "serve", "--listen", "127.0.0.1:0"]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    with CallboxExample(ready(process)) as api:
        equal(api.ping(), "pong")
        process.send_signal(19)
        api.timeout = 0.3
        begin = time.monotonic()
        failed(example.Failure, "timed out", api.ping)
        equal(time.monotonic() - begin < 10, True)
        process.send_signal(18)
        api.timeout = 30.0
        equal(api.ping(), "pong")
    process.terminate()
    process.communicate()


@claim
def tokens() -> None:
    with tempfile.NamedTemporaryFile("w") as file:
        file.write("all a-token-of-many-letters *\nsome b-token-of-many-letters math.*\n")
        file.flush()
        os.chmod(file.name, 0o600)
        with served(f"{folder}/callbox", "--token-file", file.name) as url:
            for wrong in ["", "wrong"]:
                with CallboxExample(url, token=wrong) as api:
                    equal(failed(Failure, "status", api.ping).status, 401)
            with CallboxExample(url, token="a-token-of-many-letters") as api:
                equal(api.ping(), "pong")
            with CallboxExample(url, token="b-token-of-many-letters") as api:
                equal(api.math.add(1, 2), 3)
                failure(example.CallError, api.ping)


@claim
def a_server_that_is_full() -> None:
    with served(f"{folder}/callbox", "--connections-max", "1") as url, CallboxExample(url) as first:
        first.ping()
        with CallboxExample(url, timeout=0.9) as second:
            error = failed(Failure, "status", second.ping)
            equal((error.status, error.retry_after), (503, 1))
        with CallboxExample(url, timeout=30.0) as third:
            threading.Timer(0.3, first.close).start()
            equal(third.ping(), "pong")


@claim
def a_request_that_is_too_long() -> None:
    with served(f"{folder}/callbox", "--request-bytes-max", "1000") as url:
        with CallboxExample(url) as api:
            equal(failed(Failure, "status", lambda: api.greeting.hello("x" * 9000000)).status, 413)
            equal(api.ping(), "pong")


@claim
def a_unix_socket() -> None:
    with tempfile.TemporaryDirectory() as where:
        with served(f"{folder}/callbox", "--listen", f"unix:{where}/x.sock"):
            for url in [f"unix:{where}/x.sock:/api", f"unix:{where}/x.sock"]:
                with CallboxExample(url) as api:
                    equal(api.ping(), "pong")
            with CallboxExample(f"unix:{where}/x.sock:/elsewhere") as api:
                equal(failed(Failure, "status", api.ping).status, 404)


@claim
def https() -> None:
    with tempfile.TemporaryDirectory() as where, served(f"{folder}/callbox") as server:
        key, certificate = f"{where}/key", f"{where}/certificate"
        words = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                 "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                 "-keyout", key, "-out", certificate]
        subprocess.run(words, check=True, capture_output=True)
        from proxy import connect_proxy, environment, tls_proxy

        with tls_proxy(key, certificate, server) as url:
            with CallboxExample(url) as api:
                failed(example.Failure, "not connected", api.ping)
            trusting = ssl.create_default_context(cafile=certificate)
            with CallboxExample(url, ssl_context=trusting) as api:
                equal(api.ping(), "pong")
            heads: List[str] = []
            with connect_proxy(heads) as proxy, environment(https_proxy=proxy):
                with CallboxExample(url, ssl_context=trusting, proxy=True) as api:
                    equal((api.ping(), api.ping(), len(heads)), ("pong", "pong", 1))
            equal(heads[0].startswith(f"CONNECT {url.split('/')[2]} HTTP/1."), True)
            equal("Proxy-Authorization: Basic dXNlcjphQGI=\r\n" in heads[0], True)
            os.environ["SSL_CERT_FILE"] = certificate
            with CallboxExample(url) as api:
                for _ in range(5):
                    equal(api.ping(), "pong")
                equal(api.greeting.hello("x" * 65536), "Hello, " + "x" * 65536 + "!")


@claim
def null_and_nothing() -> None:
    with served(f"{documents}/everything") as url, Everything(url) as api:
        equal(assert_type(api.type.greatest(NULL), Optional[int]), None)
        equal(api.type.greatest(None), None)
        equal(api.type.greatest(5, known=False), None)
        equal(api.type.greatest(5, label="x"), 5)
        end = datetime(2024, 2, 29, 1, 30, tzinfo=timezone.utc)
        day = (date(2024, 2, 29), end, UUID("f81d4fae-7dec-41d0-8765-00a0c91e6bf6"))
        equal(api.text.keep(Event(*day, end=NULL)).end or None, None)
        equal(api.text.keep(Event(*day)).end or None, None)
        equal(api.text.keep(Event(*day, end=end)), Event(*day, end=end))
        equal(api.union.swipe(Card("4111")).number, "4111")
        equal(api.union.swipe(Card("4111", 7)), Card("4111", 7))


@claim
def every_method_of_every_type() -> None:
    with served(f"{documents}/everything") as url, Everything(url) as api:
        equal(api.geo.middle([Point(0, 0), Point(2, 4)]), Point(1.0, 2.0))
        routes = [Route("a", [Point(0, 0)] * 2, in_="ft"), Route("b", [Point(1, 1)])]
        longest = api.geo.longest(routes)
        equal((longest.name, longest.in_, longest.lanes), ("a", "ft", 2))
        equal(api.geo.convert((4, "ft")), (1.0, "m"))
        equal(api.geo.rotate([1, 2, 3]), [2, 3, 1])
        equal(api.type.count_words(["a", "b", "a"]), {"a": 2, "b": 1})
        equal(api.type.total({"rent": -5, "é/~": 7}), 2)
        equal(api.type.mix("00", "10"), "08")
        equal(api.type.count_folders(Folder("a", [Folder("b", []), Folder("c", [])])), 3)
        equal(api.union.pay(PaymentCard("4111")).kind, "card")
        paid = api.union.pay(Transfer("DE1"))
        equal(paid.days if isinstance(paid, TransferResult) else 0, 3)
        equal(api.union.pay(Cash()), Cash())
        equal(len(api.union.pay_all([Cash()], {"a": Cash()}, Cash())), 3)
        equal(api.union.value(Sum([Number(1), Sum([Number(2.5)])])), 3.5)
        equal(assert_type(api.text.next_day(date(2024, 2, 28)), date), date(2024, 2, 29))
        equal(assert_type(api.text.reversed(b"\1\2\3"), bytes), b"\3\2\1")
        reset: Callable[[], object] = api.counter.reset
        equal((api.counter.advance(3), reset()), (3, None))
        equal(api.old.one(), 1)
        same = (None, True, 1.5, "x", [1, 2], Point(1.0, 2.0))
        for value in same:
            equal(api.type.same(value), value)


@claim
def the_inventory() -> None:
    with shop_of_its_own() as shop:
        hammer = shop.product.create(Product("A-1", "Hammer", 990, kind="tool"))
        equal(shop.stock.receive("A-1", 5), 5)
        equal(shop.product.list(kind="tool", most=1).items[0].name, "Hammer")
        equal(shop.product.list(kind="part").total, 0)
        order = shop.order.place([OrderLine("A-1", 2)])
        equal((order.state, order.paid_by, order.total), ("open", None, 1980))
        paid = shop.order.pay(order.number, inventory.Card("4111", "Ada"))
        equal(isinstance(paid.paid_by, inventory.Card), True)
        equal(shop.order.ship(order.number).state, "shipped")
        equal(shop.stock.value(), 2970)
        equal([m.change for m in shop.stock.movements("A-1")], [5, -2])
        last = date(2027, 1, 31)
        equal(shop.product.end_sale("A-1", last).sold_until, last)
        equal(hammer.sold_until, None)
        failure(Error409, lambda: shop.order.cancel(order.number))
        failure(Error404, lambda: shop.order.get(99))


@claim
def nothing_but_the_standard_library() -> None:
    words = [sys.executable, "-I", "-S", "-W", "error", str(pathlib.Path(example.__file__))]
    equal(subprocess.run(words, check=True, capture_output=True).stderr, b"")


check("servers")
