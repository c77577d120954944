# Answers to one call, and the outcome that clients must report. As a program, answers.py LANGUAGE:
# serves each answer at a URL of its own and prints a list of {claim, url, timeout, outcome}. At the
# end of its input, it prints a line for each answer that was requested more or less often.
import email.utils
import json
import sys
import time
from typing import Dict, List, NamedTuple, Sequence

from peer import Actor, http, result, rpc


class Row(NamedTuple):
    claim: str
    outcome: str  # "OUTCOME xN" if there are N requests instead of one
    script: Sequence[Sequence[object]]  # see Actor
    others: Dict[str, str] = {}  # outcomes that differ, by language; "": not tested
    timeout: float = 30.0


def answer(claim: str, outcome: str, *parts: object, **others: str) -> Row:
    return Row(claim, outcome, [parts], others)


def body(text: str, outcome: str, **others: str) -> Row:
    return Row(f"{text:.90}", outcome, [[http(text)]], others)


refusal = rpc('"error":{"code":-32000,"message":"full"}', "null")
full, close = "503 Service Unavailable", "Connection: close\r\n"
later = http(refusal, full, "Retry-After: 0\r\n" + close)
begun = b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n"
endless = b"HTTP/1.1 200 OK\r\n\r\n"
chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
drops: List[object] = [b"A", 0.05] * 400
ok, no = rpc('"result":3'), rpc('"error":{"code":7,"message":"no","data":[1]}')
in_a_minute = email.utils.formatdate(time.time() + 60, usegmt=True)
ROWS = [
    *[body(text, "not understood") for text in [
        "{", "[]", "1", "null", "ÿ", "", "x", "{}", "[" * 100000, '{"jsonrpc":"2.0","id":1}',
        '{"jsonrpc":"2.0","result":1}', rpc('"result":1', 2), rpc('"result":1', '"1"'),
        rpc('"result":1', "true"), rpc('"result":1', "null"), rpc('"result":1,"error":{}'),
        rpc('"result":NaN'), rpc('"result":1e999'), rpc('"result":Infinity'),
        rpc('"error":{"code":"1","message":""}'), rpc('"error":1'), rpc('"error":"e"', "null"),
        rpc('"error":{}', "null"), rpc('"result":3', 77777)]],
    body('{"jsonrpc":"1.0","result":1,"id":1}', "not understood", cpp="result 1"),
    body(rpc('"result":1', "1.0"), "not understood"),
    body(rpc('"error":{"code":1}'), "not understood"),
    body(rpc('"result":3,"error":null,"more":[]'), "not understood", typescript="result 3"),
    answer("invalid UTF-8", "not understood", http(rpc('"result":"?"').replace("?", "\xff")
                                                   .encode("latin1"))),
    answer("no HTTP", "not understood", b"SSH-2.0-OpenSSH\r\n\r\n", typescript="lost"),
    answer("204", "not understood", http("", "204 No Content")),

    *[body(rpc(f'"error":{{"code":-32602,"message":"m","data":{data}}}'), f"error -32602 m {data}")
      for data in ['{"errors":1}', '{"errors":[1,null]}', "{}", "[]", "1", '"errors"']],
    body(refusal, "error -32000 full"),
    body(rpc('"error":{"code":-32700,"message":"m"}', "null"), "error -32700 m"),
    answer("an error with a number", "error 1 m 2",
           http(rpc('"error":{"code":1,"message":"m","data":2}'), "500 Internal Server Error")),
    *[answer(f"an error with {status}", "error 7 no [1]", http(no, status))
      for status in ["400 Bad Request", "500 Internal Server Error"]],
    *[answer(f"{status}", f"status {status}", http("<html>", f"{status} Text"))
      for status in [301, 400, 401, 403, 404, 413, 500, 502]],
    answer("302", "status 302", http("", "302 Found", "Location: /\r\n"), typescript=""),

    Row("a busy callbox", "result 3 x3", [[later], [later], [http(ok)]]),
    Row("a callbox that stays busy", "status 503 x4", [[later]] * 9),
    *[Row(f"a proxy is busy {text}", "status 503",
          [[http(text, full, "Retry-After: 0\r\n" + close)]] * 2 + [[http(ok)]])
      for text in ["", "<html>", '{"error":{"code":503,"message":"busy"}}',
                   '{"jsonrpc":"2.0","error":{"code":503,"message":"busy"}}',
                   '{"jsonrpc":"2.0","error":"busy","id":null}']],
    answer("a busy server has executed the call", "result 3",
           http(ok, full, "Retry-After: 0\r\n")),
    *[answer(f"503, {fields} {text:.9}", "status 503", http(text, full, fields), result("1"))
      for fields in ["", *[f"Retry-After: {a}\r\n" for a in ("90", "soon", in_a_minute)]]
      for text in (refusal, "")],
    answer("500 with Retry-After", "status 500",
           http("", "500 Internal Server Error", "Retry-After: 0\r\n"), result("1")),
    *[Row(f"{s} s to wait, and {timeout} s left", "status 503",
          [[http(text, full, f"Retry-After: {s}\r\n"), result("1")]], timeout=timeout)
      for s, timeout, text in [(20, 10.0, refusal), (9, 8.0, "")]],

    *[Row(claim, "timed out", [[parts]], timeout=0.3) for claim, parts in [
        ("nothing", [20.0]), ("a head byte by byte", [begun, *drops]),
        ("a body byte by byte", [endless, *drops]), ("a part", [endless, b'{"jsonrpc"', 20.0])]],
    answer("no answer", "lost", None),
    answer("half an answer", "lost", [begun + b"\r\n{", None]),
    answer("half a chunk", "lost", [chunked + b"5\r\n{", None]),

    answer("chunks", "result 3", chunked + f"23\r\n{ok}\r\n0\r\n\r\n".encode()),
    answer("the connection is closed", "result 3", http(ok, fields=close)),
    answer("201", "result 3", http(ok, "201 Created")),
    answer("an interim response", "result 3", b"HTTP/1.1 100 Continue\r\n\r\n" + http(ok),
           typescript="lost"),
    answer("HTTP/1.0", "result 3", [b"HTTP/1.0 200 OK\r\n\r\n" + ok.encode(), None]),
    body(ok, "result 3"),
    body(f" \n{ok}\n", "result 3"),
    body(rpc('"result" : -12345678901234567890 '), "result -12345678901234567890",
         cpp="not understood"),  # 64 bits
    body(rpc('"result":3.0'), "result 3", cpp="not understood"),
]


def rows(language: str) -> List[Row]:
    mine = [row._replace(outcome=row.others.get(language, row.outcome)) for row in ROWS]
    return [row for row in mine if row.outcome]


def main(language: str) -> None:
    Actor.patience = 600.0  # all are served from the beginning
    served = [(row, Actor(*row.script).__enter__()) for row in rows(language)]
    print(json.dumps([{"claim": row.claim, "url": actor.url, "timeout": row.timeout,
                       "outcome": row.outcome.split(" x")[0]} for row, actor in served]),
          flush=True)
    sys.stdin.read()
    for row, actor in served:
        wanted = row.outcome.partition(" x")[2] or "1"
        if str(len(actor.requests)) != wanted or len(set(actor.requests)) != 1:
            print(f"{row.claim}: {wanted} requests wanted, got {actor.requests}")
        actor.__exit__()


if __name__ == "__main__":
    main(sys.argv[1])
