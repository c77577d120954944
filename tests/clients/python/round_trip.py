# round_trip.py PROGRAM [SEED]: sends random values of each type to methods that return them.
import dataclasses
import random
import struct
import sys
from datetime import date, datetime, time, timezone
from typing import Any, Callable, Dict, List, Literal, Tuple, Union
from typing import get_args, get_origin, get_type_hints
from uuid import UUID

from claims import check, claim, equal, served
from everything import NULL, Card, Cash, Event, Everything, Json, Null, Payment, PaymentCard, Point
from everything import Transfer, TransferResult

seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(2**32)
dice = random.Random(seed)
times = 300


def a_text() -> str:
    kinds: List[Callable[[], str]] = [
        lambda: chr(dice.randrange(32, 127)),
        lambda: chr(dice.randrange(0, 32)),
        lambda: dice.choice('"\\/\x7f'),
        lambda: chr(dice.choice([dice.randrange(0x80, 0xD800), dice.randrange(0xE000, 0x110000)])),
    ]
    return "".join(dice.choice(kinds)() for _ in range(dice.choice([0, 1, 2, 9, 40])))


def a_number() -> float:
    some = [0.0, -0.0, 1.5, 5e-324, 1e308, 2.0**63, dice.uniform(-9, 9)]
    number: float = struct.unpack("<d", dice.randbytes(8))[0]
    return number if dice.random() < 0.7 and abs(number) < float("inf") else dice.choice(some)


def an_integer() -> int:
    return dice.choice([0, -1, 2**53, 2**63 - 1, -(2**63), 2**64 - 1, dice.randrange(-999, 999)])


def any_json(depth: int = 4) -> Any:
    simple: List[Callable[[], Any]] = [
        a_text, a_number, an_integer, lambda: None, lambda: True, lambda: False
    ]
    if depth == 0 or dice.random() < 0.5:
        return dice.choice(simple)()
    if dice.random() < 0.5:
        return [any_json(depth - 1) for _ in range(dice.randrange(4))]
    return {a_text(): any_json(depth - 1) for _ in range(dice.randrange(4))}


def arbitrary(kind: Any) -> Any:
    """Returns a random value of that type."""
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Union:
        return arbitrary(dice.choice(parts))
    if origin is Literal:
        return dice.choice(parts)
    if origin is list:
        return [arbitrary(parts[0]) for _ in range(dice.randrange(5))]
    if origin is dict:
        return {a_text(): arbitrary(parts[1]) for _ in range(dice.randrange(5))}
    if kind is Point:
        return Point(dice.uniform(-1000, 1000), dice.choice([-0.0, 0.0, 1000.0, -1000.0]))
    if dataclasses.is_dataclass(kind):
        hints = get_type_hints(kind)
        names = [f.name for f in dataclasses.fields(kind) if f.init]
        return kind(**{name: arbitrary(hints[name]) for name in names})
    simple: Dict[Any, Callable[[], Any]] = {
        int: lambda: dice.randrange(-(2**31), 2**31),
        str: a_text,
        float: a_number,
        bool: lambda: dice.random() < 0.5,
        Null: lambda: NULL,
        type(None): lambda: None,
    }
    return any_json() if kind in (Any, Json) else simple[kind]()


def card() -> Tuple[str, Union[int, Null, None]]:
    return (a_text() + "x")[:19], dice.choice([None, NULL, dice.randrange(1, 1000)])


with served(sys.argv[1], "--json-depth-max", "200") as url, Everything(url) as api:

    @claim
    def any_value() -> None:
        for _ in range(times):
            value = any_json(6)
            equal(api.type.same_json(value), value)

    @claim
    def one_of_several_types() -> None:
        kinds = Union[None, bool, float, str, List[int], Point]
        for _ in range(times):
            value = arbitrary(kinds)
            equal(api.type.same(value), value)

    @claim
    def alternatives_with_a_tag() -> None:
        for _ in range(times):
            value = arbitrary(Payment)
            if isinstance(value, PaymentCard):
                value = PaymentCard(*card())
            if isinstance(value, Transfer):
                value.days = None if value.days is None else abs(value.days) % 30 + 1
                paid = TransferResult(value.iban, 3 if value.days is None else value.days)
                equal(api.union.pay(value), paid)
            elif isinstance(value, PaymentCard):
                equal(api.union.pay(value), PaymentCard(value.number, value.code or None))
            else:
                equal(api.union.pay(value), Cash())

    @claim
    def objects_that_may_lack_members() -> None:
        for _ in range(times):
            sent = Card(*card())
            equal(api.union.swipe(sent), Card(sent.number, sent.code or None))

    @claim
    def integers() -> None:
        for _ in range(times):
            number = dice.choice([dice.randrange(2**64), 2**dice.randrange(64) - 1])
            equal(api.type.greatest(number), number)
            three = [arbitrary(int) for _ in range(3)]
            equal(api.geo.rotate(three), three[1:] + three[:1])

    @claim
    def numbers() -> None:
        for _ in range(times):
            number = a_number()
            equal(api.math.div(number, 1), number)
            point = arbitrary(Point)
            equal(api.geo.middle([point]), Point(0 + point.x, 0 + point.y))  # a sum

    @claim
    def maps() -> None:
        for _ in range(times):
            amounts = {a_text(): dice.randrange(-(2**50), 2**50) for _ in range(dice.randrange(9))}
            equal(api.type.total(amounts), sum(amounts.values()))
            words = list(amounts)
            equal(api.type.count_words(words), dict.fromkeys(sorted(words, key=str.encode), 1))

    @claim
    def texts_of_a_format() -> None:
        for _ in range(times):
            day = date.fromordinal(dice.randrange(1, date.max.toordinal() + 1))
            clock = time(dice.randrange(24), dice.randrange(60), dice.randrange(60))
            at = datetime.combine(day, clock, timezone.utc)
            event = Event(day, at, UUID(int=dice.getrandbits(128)), dice.choice([None, at]))
            equal(api.text.keep(event), event)
            octets = dice.randbytes(dice.randrange(301))
            equal(api.text.reversed(octets), octets[::-1])

    @claim
    def batches_of_everything() -> None:
        for _ in range(30):
            values = [any_json(3) for _ in range(dice.randrange(1, 20))]
            got = api.batch(*[api.of(api.type.same_json, value) for value in values])
            equal(list(got), values)

    check(f"round trips, seed {seed}")
