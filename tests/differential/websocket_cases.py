# Random frames, of either side, and random handshakes.
import base64
import struct
from websockets.utils import apply_mask

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
characters = ["a", "\x00", "\x7f", "\x80", "ß", "\u07ff", "\u0800", "€", "\ud7ff", "\ue000",
              "\uffff", "\U00010000", "🦆", "\U0010ffff"]
no_text = ["80", "c0af", "c1bf", "e09f80", "eda080", "edbfbf", "f08fbfbf", "f4908080", "f5", "ff",
           "c3", "e282", "f09f92"]


class Frames:
    """What one peer sends, until it violates a rule or closes, and then more."""

    def __init__(self, by):
        self.by = by
        self.side = by.choice(["server", "client"])  # which reads them
        self.bytes = b""
        self.limit = 400 if by.random() < 0.98 else 70000  # bytes of a message
        self.in_message = False
        for _ in range(by.randrange(6)):
            self.add_something()
        if by.random() < 0.7:
            by.choice(self.endings)(self)
            self.add_something()
        self.is_mutated = by.random() < 0.1
        for _ in range(by.randrange(1, 4) if self.is_mutated and self.bytes else 0):
            at = by.randrange(len(self.bytes))
            self.bytes = self.bytes[:at] + by.randbytes(1) + self.bytes[at + by.randrange(2):]
        self.is_cut = by.random() < 0.15
        if self.is_cut:
            self.bytes = self.bytes[:by.randrange(len(self.bytes) + 1)]
        self.piece = by.choice([1, 2, 3, 7, 1000]) + len(self.bytes) // 100

    def add(self, first, payload=b"", length_bytes=None, masked=None, announced=None):
        size = len(payload) if announced is None else announced
        if length_bytes is None:
            length_bytes = 0 if size < 126 else 2 if size < 65536 else 8
        if masked is None:
            masked = self.side == "server"
        small = {0: size, 2: 126, 8: 127}[length_bytes]
        self.bytes += bytes([first, small | 0x80 * masked])
        self.bytes += struct.pack("!Q", size)[8 - length_bytes:]
        key = self.by.randbytes(4)
        self.bytes += key + apply_mask(payload, key) if masked else payload

    def size(self):
        sizes = [0, 1, 2, 15, 16, 17, 124, 125, 126, 127, 300]
        if self.limit > 65536:
            sizes = [10, 65535, 65536, self.limit]
        return self.by.choice(sizes)

    def text(self):
        size, some = self.size(), "".join(self.by.choices(characters, k=10)).encode()
        return (some * (size // len(some) + 1))[:size].decode(errors="ignore").encode()

    def add_message(self, text, last=True):
        first = TEXT
        for _ in range(self.by.randrange(4)):
            cut = self.by.randrange(len(text) + 1)
            self.add(first, text[:cut])
            text, first = text[cut:], 0
            if self.by.random() < 0.3:
                self.add_control()
        self.add(first | 0x80 * last, text)
        self.in_message = not last

    def add_control(self):
        self.add(0x80 | self.by.choice([PING, PONG]), self.by.randbytes(min(self.size(), 125)))

    def add_something(self):
        if self.by.random() < 0.3:
            self.add_control()
        elif not self.in_message:
            self.add_message(self.text())

    def perhaps_begin(self):
        if self.by.random() < 0.5:
            self.add_message(self.text(), last=False)

    # The ways to end, of which each violates at most one rule.

    def reserved_bit(self):
        self.add(0x81 | self.by.randrange(1, 8) << 4, self.text())

    def reserved_opcode(self):
        self.add(0x80 | self.by.choice([3, 4, 5, 6, 7, 11, 12, 13, 14, 15]), self.text())

    def wrong_mask(self):
        self.add(0x81, self.text(), masked=self.side == "client")

    def fragmented_control(self):
        self.add(self.by.choice([CLOSE, PING, PONG]), b"")

    def long_control(self):
        size = self.by.choice([126, 127, 300, self.limit])
        self.add(0x80 | self.by.choice([PING, PONG]), self.by.randbytes(size))

    def wrong_length(self):
        size, length_bytes = self.by.choice([(0, 2), (125, 2), (0, 8), (126, 8), (65535, 8)])
        self.limit = max(self.limit, size)
        self.add(0x81, b"a" * size, length_bytes)

    def high_bit_of_length(self):
        self.add(0x81, b"", 8, announced=1 << 63 | self.by.randrange(1 << 20))

    def wrong_continuation(self):
        self.add(self.by.choice([0, 0x80]), self.text())

    def message_within_message(self):
        self.add_message(self.text(), last=False)
        self.add(self.by.choice([TEXT, BINARY]) | self.by.choice([0, 0x80]), self.text())

    def binary(self):
        self.add(BINARY | self.by.choice([0, 0x80]), self.by.randbytes(self.size()))

    def long_message(self):
        self.add(TEXT, b"a" * self.by.choice([0, 1, self.limit]))
        self.add_control()
        self.add(0x80, b"a" * (self.limit + self.by.choice([-1, 0, 1])))

    def announced_message(self):
        self.add(TEXT, b"", 8, announced=self.limit + self.by.choice([1, 1 << 32, (1 << 62)]))

    def wrong_text(self):
        whole = self.text() + bytes.fromhex(self.by.choice(no_text))
        if self.by.random() < 0.5:
            whole += self.text()
        self.add_message(whole)

    def close(self):
        self.perhaps_begin()
        code = self.by.choice([1000, 1001, 1002, 1003, 1007, 1009, 1010, 1011, 1012, 1013, 1014,
                               3000, 3999, 4000, 4999])
        self.add(0x88, self.by.choice([b"", struct.pack("!H", code) + self.text()[:20]
                                       .decode(errors="ignore").encode()]))

    def wrong_close(self):
        code = self.by.choice([0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, 65535])
        self.add(0x88, self.by.choice([b"\x03", struct.pack("!H", code) + b"why"]))

    def wrong_reason(self):
        self.add(0x88, struct.pack("!H", 1000) + bytes.fromhex(self.by.choice(no_text)))

    endings = [reserved_bit, reserved_opcode, wrong_mask, fragmented_control, long_control,
               wrong_length, high_bit_of_length, wrong_continuation, message_within_message,
               binary, long_message, announced_message, wrong_text, close, close, wrong_close,
               wrong_reason]


class Written:
    """Frames for callbox to write, and how they are read."""

    def __init__(self, by):
        frames = Frames(by)
        self.piece = frames.piece
        self.orders, self.events = [], []
        for _ in range(by.randrange(1, 6)):
            kind = by.choice(["text", "control", "header"])
            payload = frames.text()
            if kind == "text":
                number, name = by.randrange(15), "message"
            elif kind == "control":
                payload = by.randbytes(min(len(payload), 125))
                number, name = by.choice([(PING, "ping"), (PONG, "pong")])
            else:
                number, name = by.choice([(TEXT, "message"), (BINARY, "binary")])
            self.orders.append(f"{kind}:{number}:{payload.hex()}")
            self.events.append(f"{name}:{payload.hex()}")
        code = by.choice([1000, 1001, 1002, 1003, 1005, 1007, 1008, 1009, 1012, 1013])
        self.orders.append(f"close:{code}:")
        self.events.append(f"close:{code}:")


class Handshake:
    """A GET with the fields of a handshake, of which up to three lines are unusual."""

    def __init__(self, by):
        key = base64.b64encode(by.randbytes(16)).decode()
        self.version = "1.0" if by.random() < 0.02 else "1.1"
        self.fields = [("Host", "a"), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
                       ("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", key)]
        by.shuffle(self.fields)
        for _ in range(by.randrange(4)):
            at = by.randrange(len(self.fields) + 1)
            if by.random() < 0.3:
                self.fields[at:at + 1] = []
            else:
                name = by.choice(list(unusual))
                self.fields[at:at + by.randrange(2)] = [(name, by.choice(unusual[name])(key))]
        case = by.choice([str, str.lower, str.upper])
        self.bytes = f"GET /api HTTP/{self.version}\r\n".encode()
        for name, value in self.fields:
            space = by.choice(["", " ", "\t", "  "])
            self.bytes += f"{case(name)}:{space}{value}{space}\r\n".encode("latin1")
        self.bytes += b"\r\n"

    def values(self, name):
        return [value for each, value in self.fields if each == name]

    def words(self, name):
        return [each.strip(" \t") for value in self.values(name) for each in value.split(",")]


def just(*values):
    return [lambda key, value=value: value for value in values]


unusual = {
    "Host": just("b", "localhost:80", ""),
    "Upgrade": just("WebSocket", "h2c", "websocket, h2c", "h2c,websocket", "websocket/13",
                    "web socket", "", ",websocket"),
    "Connection": just("upgrade", "keep-alive, Upgrade", "Upgrade,keep-alive", "keep-alive",
                       "close", "close, Upgrade", "", "Upgrade,", "Up grade"),
    "Sec-WebSocket-Version": just("13", "8", "13, 8", "+13", "013", "", "13.0"),
    "Sec-WebSocket-Key": [
        lambda key: key, lambda key: key[:-1], lambda key: key[:-2], lambda key: key + "=",
        lambda key: key[:21] + "B==", lambda key: key[:4] + key[8:], lambda key: "",
        lambda key: "AAAA" + key, lambda key: key[:5] + " " + key[6:],
        lambda key: key[:5] + "-" + key[6:]],
    "Sec-WebSocket-Protocol": just("callbox", "jsonrpc, callbox", "x,jsonrpc2.0", "x", "Callbox",
                                   "jsonrpc-2.0,", "call box", "", "x;y, callbox"),
    "Sec-WebSocket-Extensions": just("permessage-deflate", "permessage-deflate; a=b, x", ";;"),
    "Content-Length": just("0", "5"),
    "Transfer-Encoding": just("chunked"),
    "Origin": just("http://a", "null"),
    "X": just("y", "\xe9", ""),
}
