# https://github.com/tcalmant/jsonrpclib, Debian's python3-jsonrpclib-pelix. pelix.py URL makes the
# calls of claims.json and prints one line; exit status 0 if every claim about its results holds.
import json
import operator
import pathlib
import sys

import jsonrpclib
from claims import check, claim, equal
from jsonrpclib.jsonrpc import AppError, ProtocolError, __version__

server = jsonrpclib.Server(sys.argv[1])


def called(row):
    method, params = operator.attrgetter(row["method"])(server), row.get("params", [])
    call = lambda: method(**params) if isinstance(params, dict) else method(*params)
    if "result" in row:
        equal(call(), row["result"])
    else:
        equal(failure(call)[:2], (row["error"]["code"], row["error"]["message"]))


def failure(call):
    try:
        call()
    except (AppError, ProtocolError) as error:  # AppError: codes that the protocol does not define
        return error.args[0]
    raise AssertionError("the call did not fail")


for each in json.loads(pathlib.Path(__file__).with_name("claims.json").read_text()):
    holds = lambda row=each: called(row)
    holds.__name__ = each["claim"]
    claim(holds)


# The server logs that the second one failed, which run.sh checks.
@claim
def notifications():
    server._notify.math.add(2, 3)
    server._notify.no.such.method()
    equal(server.ping(), "pong")


@claim
def batch():
    calls = jsonrpclib.MultiCall(server)
    calls.math.add(2, 3)
    calls.math.add(2)
    calls._notify.math.add(2, 3)
    calls.greeting.hello(name="you")
    answers = calls()
    equal(len(answers), 3)
    equal(answers[0], 5)
    equal(failure(lambda: answers[1])[0], -32602)
    equal(answers[2], "Hello, you!")


check(f"jsonrpclib-pelix {__version__}")
