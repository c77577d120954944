# Values of formats: the text that is sent, and the values that are read.
import json
from datetime import date, datetime, timedelta, timezone
from typing import Any, Callable
from uuid import UUID

from claims import check, claim, equal, failure
from everything import NULL, CallError, Event, Everything
from peer import Actor, result

utc = timezone.utc
number = UUID("f81d4fae-7dec-41d0-8765-00a0c91e6bf6")
noon = datetime(2024, 2, 29, 12, tzinfo=utc)


def params(call: Callable[[Everything], object], answer: str = '""') -> Any:
    """Returns the params that are sent, whatever the result."""
    with Actor([result(answer)]) as server, Everything(server.url) as api:
        try:
            call(api)
        except CallError:
            pass
    return json.loads(server.requests[0])["params"]


def event(at: str, day: str = "2024-02-29", more: str = "") -> Event:
    """Returns what is read."""
    answer = f'{{"day":"{day}","at":"{at}","id":"{number}"{more}}}'
    with Actor([result(answer)]) as server, Everything(server.url) as api:
        return api.text.keep(Event(date.min, noon, number))


@claim
def values_as_sent() -> None:
    plus = timezone(timedelta(hours=5, minutes=30))
    for at, text in [
            (noon, "2024-02-29T12:00:00+00:00"),
            (datetime(1, 1, 1, 23, 59, 59, 120000, utc), "0001-01-01T23:59:59.120000+00:00"),
            (datetime(2024, 1, 1, tzinfo=plus), "2024-01-01T00:00:00+05:30"),
            (datetime(2024, 1, 1, tzinfo=timezone(timedelta(seconds=1172))),
             "2023-12-31T23:40:28+00:00")]:
        [sent] = params(lambda api: api.text.keep(Event(date(2024, 2, 29), at, number)))
        equal(sent, {"day": "2024-02-29", "at": text, "id": str(number)})
    [sent] = params(lambda api: api.text.keep(Event(date.max, noon, number, NULL)))
    equal((sent["day"], sent["end"]), ("9999-12-31", None))
    equal(params(lambda api: api.text.reversed(b"\0\xff?")), ["AP8/"])
    equal(params(lambda api: api.text.reversed(b"")), [""])
    equal(params(lambda api: api.text.next_day(date(1, 2, 3))), ["0001-02-03"])
    anything: Any = {"a": [date(2024, 1, 2), noon, number, b"1", bytearray(b"1")]}
    equal(params(lambda api: api.type.same_json(anything)),
          [{"a": ["2024-01-02", "2024-02-29T12:00:00+00:00", str(number), "MQ==", "MQ=="]}])


@claim
def text_is_sent_unchanged() -> None:
    text: Any = "tomorrow"
    equal(params(lambda api: api.text.next_day(text)), ["tomorrow"])


@claim
def a_time_without_a_zone_is_refused() -> None:
    api = Everything("http://127.0.0.1:1/")
    error = failure(ValueError, lambda: api.text.keep(Event(date.min, datetime.min, number)))
    equal(str(error), "datetime.datetime(1, 1, 1, 0, 0) has no time zone")


@claim
def values_as_read() -> None:
    plus = timezone(timedelta(hours=5, minutes=30))
    for text, at in [
            ("2024-02-29T12:00:00Z", noon), ("2024-02-29t12:00:00z", noon),
            ("2024-02-29T12:00:00+00:00", noon), ("2024-02-29T12:00:00.000000000Z", noon),
            ("2024-02-29T17:30:00+05:30", datetime(2024, 2, 29, 17, 30, tzinfo=plus)),
            ("2024-02-29T12:00:00.5Z", noon.replace(microsecond=500000)),
            ("2024-02-29T12:00:00.1234567Z", noon.replace(microsecond=123456)),
            ("9999-12-31T23:59:59Z", datetime(9999, 12, 31, 23, 59, 59, tzinfo=utc))]:
        equal(event(text), Event(date(2024, 2, 29), at, number))
    equal(event("2024-02-29T12:00:00Z", more=',"end":null').end, NULL)
    equal(event("2024-02-29T12:00:00Z", more=',"end":"2024-02-29T12:00:00Z"').end, noon)


@claim
def other_texts_are_not_read() -> None:
    for text in ["", "2024-02-29", "2024-02-29T12:00:00", "2024-02-29T12:00:60Z",
                 "2023-02-29T12:00:00Z", "2024-02-29T12:00:00.Z", "2024-02-29 12:00:00Z",
                 "2024-02-29T12:00Z", "2024-02-29T12:00:00Zx", "٢٠٢٤-02-29T12:00:00Z",
                 "2024-02-29T12:00:00+25:00"]:
        error = failure(CallError, lambda: event(text))
        equal((error.code, error.message),
              (0, f"invalid result: expected datetime, got {text!r:.50} at /at"))
    for day in ["", "2023-02-29", "2024-2-29", "24-02-29", "2024-02-29T00:00:00Z"]:
        error = failure(CallError, lambda: event("2024-02-29T12:00:00Z", day))
        equal(error.message, f"invalid result: expected date, got {day!r} at /day")
    for answer in ['"A"', '"AQID!"', '"AQ ID"', "1", "null", "[]"]:
        with Actor([result(answer)]) as server, Everything(server.url) as api:
            failure(CallError, lambda: api.text.reversed(b""))


check("formats")
