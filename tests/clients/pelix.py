# https://github.com/tcalmant/jsonrpclib, Debian's python3-jsonrpclib-pelix. pelix.py URL prints one
# line; exit status 0 if every claim about its results holds.
import platform
import sys

import jsonrpclib
from jsonrpclib.jsonrpc import AppError, ProtocolError, __version__

server = jsonrpclib.Server(sys.argv[1])
widest = 2**63 - 1


def by_position():
    equal(server.math.add(2, 3), 5)


def by_name():
    equal(server.math.mul(a=6, b=7), 42)


def below_zero():
    equal(server.math.sub(2, 3), -1)


def no_parameters():
    equal(server.ping(), "pong")


def text_beyond_ascii():
    equal(server.greeting.hello('Zoë "\U0001F986"\n'), 'Hello, Zoë "\U0001F986"\n!')


def all_64_bits():
    equal(server.math.add(widest - 1, 1), widest)
    equal(server.math.sub(-widest, 1), -widest - 1)


def wrong_type():
    code, message, *_ = failure(server.math.add, "two", 3)
    equal(code, -32602)
    equal(message, 'Invalid params: parameter "a": expected integer, got string')


def unknown_method():
    equal(failure(server.math.ad, 2, 3)[0], -32601)


def error_of_the_method():
    equal(failure(server.math.mul, a=widest, b=2)[:2], (1, "the product does not fit 64 bits"))


# The server logs that the second one failed, which run.sh checks.
def notifications():
    server._notify.math.add(2, 3)
    server._notify.no.such.method()
    equal(server.ping(), "pong")


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


def failure(call, *positional, **named):
    try:
        call(*positional, **named)
    except AppError as error:  # for codes that the protocol does not define
        return error.args[0]
    except ProtocolError as error:
        return error.args[0]
    raise AssertionError("the call did not fail")


def equal(got, wanted):
    if got != wanted:
        raise AssertionError(f"{got!r} is not {wanted!r}")


claims = [
    no_parameters, by_position, below_zero, by_name, text_beyond_ascii, all_64_bits, wrong_type,
    unknown_method, error_of_the_method, notifications, batch,
]
failed = 0
for claim in claims:
    try:
        claim()
    except Exception as error:
        failed += 1
        print(f"    jsonrpclib-pelix: {claim.__name__}: {error!r}")
print(f"jsonrpclib-pelix {__version__}, python {platform.python_version()}: "
      f"{len(claims) - failed} of {len(claims)}")
sys.exit(failed > 0)
