# fanout.py FANOUT CALLBOX PROGRAMS: two instances of the example behind HAProxy, as configured in
# its folder, with a PostgreSQL of their own; all listen on unix sockets in a temporary folder.
# PROGRAMS is the folder of PostgreSQL's programs, CALLBOX makes the calls. Subscribers over
# WebSockets and with curl; an instance is killed and the database restarted. Prints one line.
import asyncio
import contextlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import websockets

fanout, callbox, postgres = map(os.path.abspath, sys.argv[1:])
example = pathlib.Path(__file__).parents[2] / "tools/examples/fanout"
folder = tempfile.mkdtemp(prefix="fanout-")
front = f"{folder}/front"
database = f"host={folder} user=fanout dbname=postgres"
running = []
log = open(f"{folder}/log", "w+")


def start(*command):
    made = subprocess.Popen(command, stdout=log, stderr=log)
    running.append(made)
    return made


def stop(process, number=signal.SIGTERM):
    process.send_signal(number)
    running.remove(process)
    return process.wait(30)


async def until(what, holds):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if holds():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"not within 30 s: {what}")


# ---- PostgreSQL, which refuses to run as root.

def unprivileged(*command):
    if os.geteuid() != 0:
        return command
    return ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command)


def make_database():
    if os.geteuid() == 0:
        shutil.chown(folder, "nobody", "nogroup")
    subprocess.run(unprivileged(f"{postgres}/initdb", "-D", f"{folder}/data", "-U", "fanout",
                                "-A", "trust", "--locale=C", "--no-sync"),
                   stdout=log, stderr=log, check=True, cwd="/")


async def start_database():
    made = start(*unprivileged(f"{postgres}/postgres", "-D", f"{folder}/data", "-k", folder,
                               "-c", "listen_addresses=", "-c", "fsync=off"))
    await until("PostgreSQL is ready", lambda: query("SELECT 1") == "1")
    return made


def query(text):
    return subprocess.run([f"{postgres}/psql", "-Atc", text, database], stdout=subprocess.PIPE,
                          stderr=log, text=True, check=False).stdout.strip()


# ---- Two instances behind HAProxy.

async def start_instance(name):
    made = start(fanout, "--listen", f"unix:{folder}/{name}", "--database", database)
    await until(f"{name} is ready", lambda: subprocess.run(
        [callbox, "probe", f"unix:{folder}/{name}:/readyz"], stderr=log, check=False)
        .returncode == 0)
    return made


async def both_listen():
    count = "SELECT count(*) FROM pg_stat_activity WHERE query = 'LISTEN messages'"
    await until("both instances listen", lambda: query(count) == "2")


def start_proxy():
    text = (example / "haproxy.cfg").read_text()
    for address, name in ("8080", "front"), ("8081", "one"), ("8082", "two"):
        text = text.replace(f"127.0.0.1:{address}", f"unix@{folder}/{name}")
    pathlib.Path(f"{folder}/haproxy.cfg").write_text(text)
    return start("haproxy", "-db", "-f", f"{folder}/haproxy.cfg")


# Returns the error, empty if there is none.
def send(name, text, room="tea"):
    return subprocess.run([callbox, "call", f"unix:{folder}/{name}:/api", "message.send", "--json",
                           json.dumps({"room": room, "text": text})],
                          stdout=log, stderr=subprocess.PIPE, text=True, check=False).stderr


def subscriptions(name):
    page = subprocess.run(["curl", "-s", "--unix-socket", f"{folder}/{name}",
                           "http://localhost/metrics"], stdout=subprocess.PIPE, text=True,
                          check=True).stdout
    return sum(int(line.split()[-1]) for line in page.splitlines()
               if line.startswith("callbox_subscriptions{") or
               line.startswith("callbox_subscriptions "))


# ---- Subscribers: generators of the messages of one connection.

def request(method, params):
    return json.dumps({"jsonrpc": "2.0", "method": method, "params": params, "id": 1})


async def over_websocket(method, params):
    try:
        async with websockets.unix_connect(front, "ws://localhost/api") as socket:
            await socket.send(request(method, params))
            async for text in socket:
                yield json.loads(text)
    except (OSError, websockets.WebSocketException):
        pass


async def with_curl(method, params):
    curl = await asyncio.create_subprocess_exec(
        "curl", "-sN", "--unix-socket", front, "http://localhost/api", "-H",
        "Accept: text/event-stream", "-H", "Content-Type: application/json", "-d",
        request(method, params), stdout=asyncio.subprocess.PIPE, limit=2**20)
    try:
        async for line in curl.stdout:
            text = line.decode().strip().removeprefix("data: ")
            if text.startswith("{"):
                yield json.loads(text)
    finally:
        if curl.returncode is None:  # curl.kill() may reap it, which the loop then misses
            with contextlib.suppress(ProcessLookupError):
                os.kill(curl.pid, signal.SIGKILL)
        await curl.wait()


class Subscriber:
    def __init__(self, transport, method="message.sent", **params):
        self.texts, self.codes, self.begun = [], [], 0
        self.task = asyncio.create_task(self.run(transport, method, params))

    # Connects again, and asks for the events since the last one.
    async def run(self, transport, method, params):
        since = {}
        while True:
            async with contextlib.aclosing(transport(method, {**params, **since})) as messages:
                async for message in messages:
                    if "error" in message:
                        self.codes.append(message["error"]["code"])
                        since = {}
                        break
                    if "result" in message:
                        self.begun += 1
                        continue
                    event = message["params"]
                    if "seq" in event:
                        since = {"since": event["seq"]}
                        self.texts.append(event["result"]["text"])
                    else:
                        self.texts.append(event["result"])
            await asyncio.sleep(random.uniform(0.02, 0.1))

    async def subscribed(self, times=1):
        await until("a client is subscribed", lambda: self.begun >= times)


async def check():
    make_database()
    server = await start_database()
    instances = {name: await start_instance(name) for name in ("one", "two")}
    proxy = start_proxy()
    await until("HAProxy is ready", lambda: send("front", "first", "other") == "")
    await both_listen()

    clients = []
    for transport in over_websocket, over_websocket, with_curl, with_curl:
        clients.append(Subscriber(transport, room="tea"))
        await clients[-1].subscribed()
    for name in instances:
        assert subscriptions(name) == 2, f"{name} has {subscriptions(name)} of 4 subscriptions"
    interrupted = Subscriber(with_curl, "message.interrupted")
    await interrupted.subscribed()
    sent = []

    async def all_get(name, text):
        assert send(name, text) == "", f"{name} does not send"
        sent.append(text)
        for client in clients:
            await until(f"a client gets {text[:20]}", lambda: len(client.texts) >= len(sent))
            assert client.texts == sent, (client.texts, sent)

    assert send("one", "for another room", "coffee") == ""
    for number in range(10):
        await all_get(("one", "two", "front")[number % 3], f"message {number}")
    room = 7999 - len('{"room":"tea","text":""}')
    await all_get("one", "x" * room)
    assert send("one", "x" * (room + 1)).startswith("error 1: "), send("one", "x" * (room + 1))

    # A killed instance: its two clients come back, and learn that they cannot resume.
    stop(instances["one"], signal.SIGKILL)
    for client in clients:
        await client.subscribed(1)
    await until("two clients come back", lambda: sum(c.begun for c in clients) == 6)
    assert sorted(c.codes for c in clients) == [[], [], [-32007], [-32007]], \
        [c.codes for c in clients]
    assert clients[0].codes != clients[1].codes, "both WebSockets had the same instance"
    await all_get("two", "one is down")
    instances["one"] = await start_instance("one")
    await both_listen()
    await all_get("one", "one is up")

    # Without the database, sending fails; once it is back, clients get messages as before.
    assert stop(server, signal.SIGINT) == 0, "PostgreSQL"
    assert send("one", "lost").startswith("error 2: "), send("one", "lost")
    server = await start_database()
    await both_listen()
    await until("clients learn of the interruption", lambda: interrupted.texts)
    for number in range(20):  # over the connections of all threads
        await all_get(("one", "two")[number % 2], f"the database is up {number}")
    assert [c.codes for c in clients].count([]) == 2 and sum(c.begun for c in clients) == 6

    tasks = [client.task for client in (*clients, interrupted)]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for name, instance in instances.items():
        assert stop(instance) == 0, f"{name} failed"
    stop(proxy)
    assert stop(server, signal.SIGINT) == 0, "PostgreSQL"
    print(f"check-fanout: {len(sent)} messages of two instances reached 4 clients in one order;",
          "an instance was killed, and PostgreSQL restarted")


status = 0
try:
    asyncio.run(asyncio.wait_for(check(), 180))
except Exception as error:  # pylint: disable=broad-except
    log.flush()
    log.seek(0)
    print(f"check-fanout: {error!r}\n{log.read()[-4000:]}", file=sys.stderr)
    status = 1
finally:
    for each in running:
        each.send_signal(signal.SIGINT)
    for each in running:
        try:
            each.wait(10)
        except subprocess.TimeoutExpired:
            each.kill()
    shutil.rmtree(folder, ignore_errors=True)
sys.exit(status)
