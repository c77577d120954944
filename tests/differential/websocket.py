# websocket.py DIFFER SEED COUNT: compares callbox's WebSockets with wsproto and websockets: they
# read random frames and the frames that callbox writes, and answer random handshakes. DIFFER
# answers for callbox. Each allowed difference has a name and a reason below. Fails if there is
# another one. Frames are events:
#     message:BYTES binary:BYTES ping:BYTES pong:BYTES close:CODE:REASON bad:CODE
import base64
import codecs
import collections
import logging
import random
import subprocess
import sys

from websocket_cases import Frames, Handshake, Written
from websockets.connection import Connection, Side
from websockets.frames import OP_BINARY, OP_CLOSE, OP_CONT, OP_PING, OP_PONG, OP_TEXT
from websockets.server import ServerConnection
from wsproto.connection import Connection as WsprotoConnection, ConnectionState, ConnectionType
from wsproto.events import AcceptConnection, BytesMessage, CloseConnection, Ping, TextMessage
from wsproto.handshake import H11Handshake
from wsproto.utilities import RemoteProtocolError

NO_LIMIT = 1 << 62
SERVED = ["callbox", "jsonrpc", "jsonrpc2.0", "jsonrpc-2.0"]
found = collections.Counter()

# Of frames, by reader.
FRAMES = {
    "both": {
        "binary": "callbox refuses a binary message with 1003, at its header",
        "surrogate": "callbox refuses a surrogate at its second byte, Python at its third",
        "early": "callbox judges the header of a frame before its payload has arrived",
        "several": "changed bytes may violate several rules; any of their codes is correct",
    },
    "wsproto": {
        "size": "it has no limit for a message",
        "1014": "it does not know this code, which was registered later",
    },
    "websockets": {
        "minimal": "it accepts a length that is not in its shortest form",
        "order": "it checks the size of a frame before other rules, even before that of 2^63",
        "control": "it counts a control frame within a message towards the limit of the message",
        "fragment": "it refuses a close within a message, which RFC 6455, 5.4, allows",
    },
}



def key_bytes(case):
    try:
        key = base64.b64decode(case.values("Sec-WebSocket-Key")[-1], validate=True)
    except ValueError:
        return None
    return key if len(key) == 16 else None


def has_several(case, *names):
    return any(len(case.values(name)) > 1 for name in names)


def has_no_token(case, *names):
    words = [word for name in names for word in case.words(name)]
    return any(not word or set(word) & set(" ;") for word in words)


# Of handshakes, by the answer of callbox and by reader, with the requests that they concern.
HANDSHAKES = {
    ("refused", "wsproto"): {
        "it does not check the key": lambda case: key_bytes(case) is None,
        "it takes the last of several keys and versions": lambda case: (
            has_several(case, "Sec-WebSocket-Key", "Sec-WebSocket-Version")),
        "it ignores the last bits of a key, which are zero": lambda case: (
            base64.b64encode(key_bytes(case)).decode() != case.values("Sec-WebSocket-Key")[-1]),
        "it accepts HTTP/1.0": lambda case: case.version == "1.0",
        "it ignores a body": lambda case: (
            case.values("Transfer-Encoding") or "5" in case.values("Content-Length")),
        "it accepts an empty Host": lambda case: case.values("Host") == [""],
        "it accepts other repeated fields": lambda case: (
            has_several(case, "Origin", "Content-Length")),
        "it does not check what is no token in Connection": lambda case: (
            any(" " in word for word in case.words("Connection"))),
    },
    ("refused", "websockets"): {
        "it leaves Host to its callers": lambda case: (
            len(case.values("Host")) != 1 or case.values("Host") == [""]),
        "it ignores the last bits of a key, which are zero": lambda case: (
            base64.b64encode(key_bytes(case)).decode() != case.values("Sec-WebSocket-Key")[-1]),
    },
    ("accepted", "wsproto"): {
        "it reads the last line of Upgrade, which must have one protocol": lambda case: (
            len(case.words("Upgrade")) > 1),
        "it reads the last line of Connection": lambda case: has_several(case, "Connection"),
    },
    ("accepted", "websockets"): {
        "Upgrade must have one protocol": lambda case: len(case.words("Upgrade")) > 1,
        "it refuses a Content-Length of 0": lambda case: case.values("Content-Length") == ["0"],
        "it refuses what is not a token in any list": lambda case: has_no_token(
            case, "Connection", "Upgrade", "Sec-WebSocket-Protocol"),
    },
}


def by_wsproto(side, data, piece, max_size):
    kind = ConnectionType.SERVER if side == "server" else ConnectionType.CLIENT
    reader, events, message = WsprotoConnection(kind), [], None
    for at in range(0, len(data), piece):
        reader.receive_data(data[at:at + piece])
        for event in reader.events():
            if isinstance(event, CloseConnection):
                if reader.state is ConnectionState.REMOTE_CLOSING:
                    return events + [f"close:{event.code:d}:{event.reason.encode().hex()}"], None
                return events + [f"bad:{event.code:d}"], None
            if isinstance(event, (TextMessage, BytesMessage)):
                message = event.data if message is None else message + event.data
                if event.message_finished:
                    is_text = isinstance(event, TextMessage)
                    events.append(f"message:{message.encode().hex()}" if is_text
                                  else f"binary:{message.hex()}")
                    message = None
            else:
                name = "ping" if isinstance(event, Ping) else "pong"
                events.append(f"{name}:{event.payload.hex()}")
    return events, None


class WebsocketsConnection(Connection):
    unread = b""

    def fail(self, code, reason=""):
        self.unread = bytes(self.reader.buffer)
        super().fail(code, reason)


# Also returns its error and the place where it stopped. It leaves UTF-8 to its callers: this
# follows its legacy/protocol.py.
def by_websockets(side, data, piece, max_size):
    reader = WebsocketsConnection(Side.SERVER if side == "server" else Side.CLIENT,
                                  max_size=max_size)
    events, message, is_text = [], b"", True
    for at in range(0, len(data), piece):
        reader.receive_data(data[at:at + piece])
        for frame in reader.events_received():
            if frame.opcode is OP_CLOSE:
                close = reader.close_rcvd
                return events + [f"close:{close.code}:{close.reason.encode().hex()}"], None
            if frame.opcode in (OP_PING, OP_PONG):
                name = "ping" if frame.opcode is OP_PING else "pong"
                events.append(f"{name}:{frame.data.hex()}")
                continue
            if frame.opcode is not OP_CONT:
                is_text = frame.opcode is OP_TEXT
                decoder = codecs.getincrementaldecoder("utf-8")()
                message = b""
            try:
                message += decoder.decode(frame.data, frame.fin).encode() if is_text else frame.data
            except UnicodeDecodeError:
                return events + ["bad:1007"], None
            if frame.fin:
                events.append(f"{'message' if is_text else 'binary'}:{message.hex()}")
        if reader.parser_exc is not None:
            stopped = min(at + piece, len(data)) - len(reader.unread)
            return events + [f"bad:{reader.close_sent.code}"], (str(reader.parser_exc), stopped)
    return events, None


def length_in(frame):
    """The length in a header, the least that has this form, and the bytes up to it."""
    small = frame[1] & 127 if len(frame) > 1 else 0
    size, least = {126: (2, 126), 127: (8, 65536)}.get(small, (0, 0))
    return int.from_bytes(frame[2:2 + size], "big") if size else small, least, 2 + size


def skipped_by(name, case, end, at, limit):
    """The name of the difference if a reader lacks the rule by which callbox refused a header."""
    length, least, _ = length_in(case.bytes[at:])
    if end == "bad:1003":
        return "binary"
    if end == "bad:1009" and (name == "wsproto" or limit == NO_LIMIT):
        return "size"
    return "minimal" if end == "bad:1002" and name == "websockets" and length < least else None


def difference(name, read, case, ours, at, limit):
    """Compares a reader with callbox, which has read up to `at`. Returns None, the name of an
    allowed difference, or a list of the reader's events."""
    end = ours[-1] if ours else ""
    theirs, stop = read(case.side, case.bytes, case.piece, limit)
    if theirs == ours:
        return None
    why, stopped = stop or ("", 0)
    if theirs[:-1] == ours[:-1] and len(theirs) == len(ours) and theirs[-1].startswith("bad:"):
        if end.startswith("close:1014:") and theirs[-1] == "bad:1002" and name == "wsproto":
            return "1014"
        if end.startswith("close:") and why == "incomplete fragmented message":
            return "fragment"
        header = length_in(case.bytes[at:])[2]
        if end == "bad:1002" and theirs[-1] == "bad:1009" and stopped == at + header:
            return "order"
        if end.startswith("bad:") and case.is_mutated:
            return "several"
    if (case.is_cut or case.is_mutated) and end.startswith("bad:") and theirs == ours[:-1]:
        return "early"
    controls = [event for event in theirs[len(ours) - 1:-1] if event.startswith(("ping", "pong"))]
    if end == "bad:1007" and theirs == ours[:-1] + controls + [end]:
        return "surrogate"
    is_control = why.startswith("over size limit") and case.bytes[stopped - 2] & 8
    if is_control and limit != NO_LIMIT:
        without = difference(name, read, case, ours, at, NO_LIMIT)
        return without if isinstance(without, list) else "control"
    skipped = skipped_by(name, case, end, at, limit)
    if skipped and read(case.side, case.bytes[:at], case.piece, limit)[0] == ours[:-1]:
        return skipped
    return theirs


def compare_frames(cases, answers):
    failed = 0
    for case, answer in zip(cases, answers):
        ours, at = answer.split(), 0
        if ours and ours[-1].startswith("bad:"):
            ours[-1], at = ours[-1].rsplit(":", 1)
        for name, read in READERS.items():
            got = difference(name, read, case, ours, int(at), case.limit)
            if isinstance(got, str):
                found["both" if got in FRAMES["both"] else name, got] += 1
            elif got is not None:
                failed += 1
                what = f"{case.side}, pieces of {case.piece}: {case.bytes.hex()}"
                show(failed, what, ours, name, got)
    return failed


def show(failed, what, ours, name, theirs):
    if failed <= 5:
        same = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b),
                    min(len(ours), len(theirs)))
        print(f"read differently: {what[:600]}\n"
              f"    after {same} equal ones, callbox: {[event[:40] for event in ours[same:]]}\n"
              f"    {name}: {[event[:40] for event in theirs[same:]]}")


READERS = {"wsproto": by_wsproto, "websockets": by_websockets}


def compare_written(cases, answers):
    failed = 0
    for case, answer in zip(cases, answers):
        for name, read in READERS.items():
            theirs, _ = read("client", bytes.fromhex(answer), case.piece, NO_LIMIT)
            if theirs != case.events:
                failed += 1
                show(failed, " ".join(case.orders), case.events, name, theirs)
    return failed


def first_served(offered):
    return next((each for each in offered if each in SERVED), None)


def answer_of(accept, protocol):
    return f"accepted {accept} {protocol or ''}"


def handshake_by_wsproto(data):
    server = H11Handshake(ConnectionType.SERVER)
    try:
        server.receive_data(data)
        request = next(server.events())
    except RemoteProtocolError as error:
        return f"refused {error}"
    protocol = first_served(request.subprotocols)
    head = server.send(AcceptConnection(subprotocol=protocol)).decode()
    return answer_of(head.split("Sec-WebSocket-Accept: ")[1].split("\r\n")[0], protocol)


class WebsocketsServer(ServerConnection):
    def select_subprotocol(self, offered, served):
        return first_served(offered)


def handshake_by_websockets(data):
    server = WebsocketsServer(subprotocols=SERVED)
    try:
        server.receive_data(data)
    except (ValueError, NotImplementedError) as error:
        return f"refused {error}"
    response = server.accept(server.events_received()[0])
    if response.status_code != 101:
        return f"refused {server.handshake_exc}"
    fields = response.headers
    return answer_of(fields["Sec-WebSocket-Accept"], fields.get("Sec-WebSocket-Protocol"))


def compare_handshakes(cases, answers):
    failed = 0
    both = {"wsproto": handshake_by_wsproto, "websockets": handshake_by_websockets}
    for case, ours in zip(cases, answers):
        for name, read in both.items():
            theirs = read(case.bytes)
            ends = ours.split()[0], theirs.split()[0]
            if theirs == ours or ends == ("refused", "refused"):
                continue
            reason = next((why for why, applies in HANDSHAKES[ends[0], name].items()
                           if applies(case)), None)
            if reason and ends[0] != ends[1]:
                found[name, reason] += 1
            else:
                failed += 1
                show(failed, str(case.bytes), [ours], name, [theirs])
    return failed


def ask(program, lines):
    done = subprocess.run([program, "websocket"], input="\n".join(lines) + "\n", text=True,
                          stdout=subprocess.PIPE, timeout=60, check=True)
    return done.stdout.split("\n")[:-1]


def main(program, seed, count):
    logging.disable()
    by = random.Random(seed)
    frames = [Frames(by) for _ in range(count)]
    written = [Written(by) for _ in range(count // 4)]
    handshakes = [Handshake(by) for _ in range(count)]
    failed = compare_frames(frames, ask(program, [
        f"read {each.side} {each.limit} {each.piece} {each.bytes.hex()}" for each in frames]))
    failed += compare_written(written, ask(program, [
        "write " + " ".join(each.orders) for each in written]))
    failed += compare_handshakes(handshakes, ask(program, [
        f"open {each.bytes.hex()}" for each in handshakes]))
    print(f"websocket: {count} streams, {len(written)} written, {count} handshakes; allowed:")
    for (name, reason), times in sorted(found.items()):
        print(f"{times:6} {name}: {FRAMES.get(name, {}).get(reason, reason)}")
    if failed:
        print(f"check-differential: {failed} differences in WebSockets, SEED={seed}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
