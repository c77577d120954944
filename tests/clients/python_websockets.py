# https://github.com/python-websockets/websockets, Debian's python3-websockets.
# python_websockets.py URL TOKEN makes the calls of claims.json, without a library for JSON-RPC,
# and prints one line; exit status 0 if every claim about its results holds.
import asyncio
import json
import pathlib
import sys

import websockets
from claims import check, claim, equal

url, token = sys.argv[1:]
loop = asyncio.new_event_loop()
asyncio.set_event_loop(loop)
wait = loop.run_until_complete

# Connects again by itself: after no time, then after a second.
connect = websockets.connect(url, extra_headers={"Authorization": f"Bearer {token}"})
connect.BACKOFF_INITIAL, connect.BACKOFF_MIN = 0, 1
connections = connect.__aiter__()


async def next_one():
    return await connections.__anext__()


async def ask(message):
    await socket.send(json.dumps(message))
    return json.loads(await socket.recv())


def call(method, params=None):
    given = {} if params is None else {"params": params}
    return wait(ask({"jsonrpc": "2.0", "method": method, "id": 1, **given}))


def called(row):
    response = call(row["method"], row.get("params"))
    if "result" in row:
        equal(response["result"], row["result"])
    else:
        wanted = row["error"]
        error = response["error"]
        equal((error["code"], error["message"]), (wanted["code"], wanted["message"]))


socket = wait(next_one())
for each in json.loads(pathlib.Path(__file__).with_name("claims.json").read_text()):
    holds = lambda row=each: called(row)
    holds.__name__ = each["claim"]
    claim(holds)


# The server logs that the second one failed, which run.sh checks.
@claim
def notifications():
    wait(socket.send('{"jsonrpc":"2.0","method":"math.add","params":[2,3]}'))
    wait(socket.send('{"jsonrpc":"2.0","method":"no.such.method"}'))
    equal(call("ping")["result"], "pong")


@claim
def batch():
    wrong, total = wait(ask([
        {"jsonrpc": "2.0", "method": "math.add", "params": [2], "id": 1},
        {"jsonrpc": "2.0", "method": "math.add", "params": [2, 3]},
        {"jsonrpc": "2.0", "method": "math.add", "params": {"a": 2, "b": 3}, "id": 2},
    ]))
    equal(wrong["error"]["code"], -32602)
    equal(total, {"jsonrpc": "2.0", "result": 5, "id": 2})


@claim
def restart():
    global socket
    pathlib.Path("restart").touch()  # run.sh restarts the server
    wait(socket.wait_closed())
    equal(socket.close_code, 1001)
    socket = wait(next_one())
    equal(call("math.add", [2, 3])["result"], 5)


check(f"websockets {websockets.__version__}")
