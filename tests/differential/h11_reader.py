# Reads lines of cases from standard input; prints how h11 reads each.
import sys

import h11


def value(request, name):
    return next((value for key, value in request.headers if key == name), b"").hex()


def read(data):
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=1 << 16)
    connection.receive_data(data)
    messages = []
    try:
        while True:
            event = connection.next_event()
            if isinstance(event, h11.Request):
                request, body = event, b""
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            elif event is h11.NEED_DATA:
                begun = connection.their_state is not h11.IDLE
                left = connection.trailing_data[0].lstrip(b"\r\n")
                return messages + ["wait" if begun or left else "end"]
            elif isinstance(event, h11.EndOfMessage):
                messages.append(",".join([
                    request.method.decode("latin1"), request.target.hex(),
                    request.http_version.decode(), value(request, b"host"),
                    value(request, b"content-type"), body.hex()]))
                connection.send(h11.Response(status_code=400, headers=[("Content-Length", "0")]))
                connection.send(h11.EndOfMessage())
                if connection.our_state is h11.MUST_CLOSE:
                    return messages + ["closed"]
                connection.start_next_cycle()
            else:
                return messages + ["refused"]
    except h11.RemoteProtocolError:
        return messages + ["refused"]


for line in sys.stdin:
    print(" ".join(read(bytes.fromhex(line))))
