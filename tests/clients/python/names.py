# The client of a document whose names are not valid in Python: what it sends and reads.
import json
from typing import Any, Callable, Tuple

from claims import check, claim, equal, failure
from odd import NULL, Animal, CallError, Cat, CloseOptions, Dog, Error5, ErrorMinus1, Node
from odd import Progress_
from odd import _2ndClassOdd as Odd
from peer import Actor, http, result


def exchange(call: Callable[[Odd], object], answer: str = "null") -> Tuple[Any, object]:
    """Returns the method and params that were sent, and the result."""
    with Actor([result(answer)]) as server, Odd(server.url) as api:
        got = call(api)
    request = json.loads(server.requests[0])
    return (request["method"], request.get("params")), got


@claim
def methods_with_names_of_groups() -> None:
    sent, got = exchange(lambda api: api.a_2(), '{"value":18446744073709551615}')
    equal(sent, ("a", None))
    equal(got, Node(2**64 - 1))
    equal(exchange(lambda api: api.a.b({"x": [1]}))[0], ("a.b", [{"x": [1]}]))
    equal(exchange(lambda api: api.a.b(NULL))[0], ("a.b", [None]))
    equal(exchange(lambda api: api.a.b())[0], ("a.b", None))
    equal(exchange(lambda api: api.a.b_2())[0], ("a.B", None))
    equal(exchange(lambda api: api.a.b_3())[0], ("a..b", None))
    equal(exchange(lambda api: api.ber.gr_e(), "1")[0], ("über.größe", None))
    equal(exchange(lambda api: api.value(), '"2024-01-01"')[0], ("...", None))


@claim
def methods_with_names_of_the_client() -> None:
    equal(exchange(lambda api: api.notify_("1", "2", "3"), '"x"')[0], ("notify", ["1", "2", "3"]))
    sent, _ = exchange(lambda api: api.class_("b c", self_=2**63 - 1), "true")
    equal(sent, ("class", ["b c", 2**63 - 1]))
    sent, _ = exchange(lambda api: api.class_("", default=1.5), "true")
    equal(sent, ("class", {"class": "", "default": 1.5}))
    equal(exchange(lambda api: api.call_("1", "2"), '"x"')[0], ("call", ["1", "2"]))
    equal(exchange(lambda api: api.watch_(), '{"done":true}'), (("watch", None), Progress_(True)))
    equal(exchange(lambda api: api.gap(second="2"), '"x"')[0], ("gap", {"second": "2"}))


@claim
def members_of_any_name() -> None:
    options = CloseOptions(None, "p", 2**53 + 1, "1", False, "g", "q", "n", "f")
    sent, _ = exchange(lambda api: api.close_(options=options), '{"x":"1"}')
    equal(sent, ("close", {"options": {
        "must": None, "__proto__": "p", "constructor": 2**53 + 1, "1st": "1", "": False,
        "grün": "g", 'a"b\\c': "q", "line\nbreak": "n", "from": "f"}}))
    sent, _ = exchange(lambda api: api.close_(options=CloseOptions("", from_=NULL)), "{}")
    equal(sent, ("close", {"options": {"must": "", "from": None}}))


@claim
def recursive_types() -> None:
    text = ('{"value":1,"left":{"value":2},"children":[{"value":3}],'
            '"by~name/":{"a":{"value":4}}}')
    tree = Node(1, Node(2), [Node(3)], {"a": Node(4)})
    equal(exchange(lambda api: api.a_2(), text)[1], tree)
    sent, _ = exchange(lambda api: api.maps({"k": [tree]}), "{}")
    equal(sent, ("maps", [{"k": [json.loads(text)]}]))
    animals: Animal = Cat(9, Dog([Cat(1), Dog()]))
    text = '{"kind":"cat","lives":9,"friend":{"kind":"dog","friends":[{"kind":"cat","lives":1},' \
           '{"kind":"dog"}]}}'
    sent, got = exchange(lambda api: api.batch_(animals), text)
    equal(sent, ("batch", [json.loads(text)]))
    equal(got, animals)


@claim
def a_method_without_a_result_is_a_notification() -> None:
    with Actor([http("", "204 No Content")] * 2) as server, Odd(server.url) as api:
        api.of_()
        equal(api.batch(api.of(api.of_), api.of(api.of_)), (None, None))
    equal(server.requests[0], '{"jsonrpc":"2.0","method":"of"}')
    equal("id" in server.requests[1], False)


@claim
def values_of_several_kinds() -> None:
    for text in ['"x"', "1", "null", "true"]:
        equal(exchange(lambda api: api.constructor(), text)[1], json.loads(text))
    for text in ['"y"', "2", "false", "1.0", "[]"]:
        failure(CallError, lambda: exchange(lambda api: api.constructor(), text))
    equal(exchange(lambda api: api.then(), '[1,"2"]')[1], (1, "2"))
    equal(exchange(lambda api: api.value(), "1")[1], 1)
    equal(exchange(lambda api: api.value(), "1.5")[1], 1.5)
    equal(exchange(lambda api: api.circle(), "[[[]],1]")[1], [[[]], 1])


@claim
def errors_of_any_text() -> None:
    for code, kind in [(-1, ErrorMinus1), (5, Error5)]:
        answer = f'{{"jsonrpc":"2.0","error":{{"code":{code},"message":""}},"id":1}}'
        with Actor([http(answer)]) as server, Odd(server.url) as api:
            error: CallError = failure(kind, api.to_string)
            equal(error.code, code)


@claim
def docstrings_have_the_text_of_the_document() -> None:
    doc = str(Odd("http://x/").a.b.__doc__)
    equal([line.strip() for line in doc.split("\n")],
          ["*/ alert(1) /*", '"""', "import os", "\\", ""])
    equal('A doc that ends: */ """ \'\'\' ${x} ?>' in str(Odd.__doc__), True)


check("odd names")
