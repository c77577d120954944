# streams.py silence|restart TLS PLAIN ONE TWO: subscribers of the event note.sent through a proxy
# with these two ports, in front of instances at the ports ONE and TWO: over a WebSocket, and with
# curl over HTTP/1.1 and HTTP/2. Each must get each note before the next is sent.
#   silence: then nothing for 40 s, and then notes on the same connections.
#   restart: prints a line, and at the end of its input checks that all have come back, and that no
#   attempt has failed.
# Prints one line.
import asyncio
import contextlib
import json
import os
import random
import signal
import sys
import time
import urllib.request

import websockets

mode, tls, plain, *instances = sys.argv[1:]


def request(method, params):
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params, "id": 1})


async def until(what, holds):
    end = time.monotonic() + 15
    while time.monotonic() < end:
        if holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"not within 15 s: {what()}")


async def send(text):
    for port in instances:
        made = urllib.request.Request(f"http://127.0.0.1:{port}/api", request(
            "note.send", [text]).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(made) as response:
            assert response.status == 200


# ---- Generators of the messages of one connection. They raise OSError after an unclean end.

async def over_websocket(params):
    try:
        async with websockets.connect(f"ws://127.0.0.1:{plain}/api") as socket:
            await socket.send(request("note.sent", params))
            async for text in socket:
                yield json.loads(text)
            if socket.close_code != 1001:
                raise OSError(f"closed with {socket.close_code}")
    except websockets.WebSocketException as error:
        raise OSError(repr(error)) from error


async def with_curl(version, params):
    curl = await asyncio.create_subprocess_exec(
        "curl", "-skNS", f"--http{version}", "-H", "Content-Type: application/json", "-H",
        "Accept: text/event-stream", "-d", request("note.sent", params), "-w",
        "\n%{http_code} %{http_version}", f"https://127.0.0.1:{tls}/api",
        stdout=asyncio.subprocess.PIPE)
    last = ""
    try:
        async for line in curl.stdout:
            last = line.decode().strip()
            text = last.removeprefix("data: ")
            if text.startswith("{"):
                yield json.loads(text)
    finally:
        if curl.returncode is None:  # curl.kill() may reap it, which the loop then misses
            with contextlib.suppress(ProcessLookupError):
                os.kill(curl.pid, signal.SIGKILL)
        await curl.wait()
    if curl.returncode != 0 or not last.endswith(f"200 {version}"):
        raise OSError(f"curl over HTTP/{version}: {curl.returncode} {last}")


class Subscriber:
    def __init__(self, name, transport):
        self.name, self.transport = name, transport
        self.texts, self.codes, self.failures, self.begun = [], [], [], 0
        self.task = asyncio.create_task(self.run())

    # Connects again, after a random pause.
    async def run(self):
        since = {}
        while True:
            try:
                async with contextlib.aclosing(self.transport(since)) as messages:
                    async for message in messages:
                        if "error" in message:
                            self.codes.append(message["error"]["code"])
                            since = {}
                            break
                        if "result" in message:
                            self.begun += 1
                            continue
                        since = {"since": message["params"]["seq"]}
                        self.texts.append(message["params"]["result"])
            except OSError as error:
                self.failures.append(str(error))
            await asyncio.sleep(random.uniform(0.02, 0.1))


async def check():
    transports = {"WebSocket": over_websocket, "HTTP/1.1": lambda since: with_curl("1.1", since),
                  "HTTP/2": lambda since: with_curl("2", since)}
    clients = [Subscriber(name, of) for name, of in transports.items() for _ in range(2)]

    def shown():
        return [(c.name, c.begun, c.texts[-3:], c.codes, c.failures) for c in clients]

    async def all_get(text):
        await send(text)
        await until(shown, lambda: all(text in c.texts for c in clients))

    await until(shown, lambda: all(c.begun == 1 for c in clients))
    for number in range(20):
        await all_get(f"note {number}")
    if mode == "silence":
        await asyncio.sleep(40)
        await all_get("after the silence")
        assert all(c.begun == 1 and len(c.texts) == 21 for c in clients), shown()
    else:
        print("subscribed", flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
        await until(shown, lambda: all(c.begun > 1 for c in clients))
        await all_get("after the restarts")
        assert all(set(c.codes) == {-32007} for c in clients), shown()
    assert not any(c.failures for c in clients), shown()
    tasks = [client.task for client in clients]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    print(f"{len(clients)} subscribers, connected {sum(c.begun for c in clients)} times")


try:
    asyncio.run(asyncio.wait_for(check(), 100))
except Exception as error:  # pylint: disable=broad-except
    print(f"{error!r}")
    sys.exit(1)
