# Wrong uses of clients: mypy must refuse the marked lines and no others.
import datetime
import uuid

from example import CallError, CallboxExample
from everything import NULL, Card, Cash, Event, Everything, PaymentCard, Point, Sum, Transfer
from inventory import Inventory, Product


def subscribe(shop: Inventory) -> None:
    for each in shop.stock.changed(sku="A-1"):
        each.change + 1
        each.sku + 1  # refused
    shop.stock.changed("A-1")  # refused
    shop.stock.changed(sku=1)  # refused
    shop.stock.changed().change  # refused
    shop.order.changed(number=1).on_gap(lambda gap: gap.missed + 1)  # refused


def watch(api: Everything) -> None:
    with api.watch(api.of(api.work.count, 3)) as call:
        for now in call:
            now.done + 1
            now.total + 1  # refused
            now.text + 1  # refused
        call.result() + 1
        call.result().upper()  # refused
    api.watch(api.work.count)  # refused
    api.watch(api.work.count(3))  # refused
    api.watch(api.of(api.work.count, "3"))  # refused


def use(api: CallboxExample, other: Everything, shop: Inventory) -> None:
    api.watch(api.of(api.ping))  # refused
    api.math.add(1, 2)
    api.math.add(1)  # refused
    api.math.add(1, 2, 3)  # refused
    api.math.add(1, "2")  # refused
    api.math.add(1, 2.5)  # refused
    api.math.add(1, None)  # refused
    api.math.add(1, c=2)  # refused
    api.math.mul(a=1, b=2)
    api.math.mul(1, 2)  # refused
    api.math.ad(1, 2)  # refused
    api.maths.add(1, 2)  # refused
    text: str = api.math.add(1, 2)  # refused
    number: int = api.math.add(1, 2)
    api.notify(api.math.add, 1, 2) + 1  # refused
    api.of(api.math.add, 1, 2) + 1  # refused
    api.of(api.math.add, "1", 2)  # refused
    api.notify(api.math.add, "1", 2)  # refused
    api.batch(api.ping())  # refused
    a, b = api.batch(api.of(api.math.add, 1, 2), api.of(api.ping))
    a + 1  # refused
    a, b, c = api.batch(api.of(api.math.add, 1, 2), api.of(api.ping))  # refused
    if not isinstance(a, CallError):
        a + 1
        a.upper()  # refused
    CallboxExample()  # refused
    CallboxExample("http://x/", "token")  # refused
    CallboxExample("http://x/", timeout="1")  # refused

    other.geo.middle([Point(1, 2)])
    other.geo.middle([Point(1)])  # refused
    other.geo.middle([Point("1", 2)])  # refused
    other.geo.middle([(1, 2)])  # refused
    other.geo.middle([{"x": 1, "y": 2}])  # refused
    other.geo.middle([]).z  # refused
    other.geo.convert((1, "m"))
    other.geo.convert((1, "km"))  # refused
    other.geo.convert((1, "m", 2))  # refused
    other.union.pay(Cash())
    other.union.pay(Cash("cash"))  # refused
    other.union.pay(Card("1"))  # refused
    other.union.pay("cash")  # refused
    other.union.pay(PaymentCard("1", kind="cash"))  # refused
    paid = other.union.pay(Transfer("1"))
    paid.iban  # refused
    if paid.kind == "transfer":
        paid.iban
        paid.number  # refused
    other.union.swipe(Card("1", NULL))
    other.union.swipe(Card(NULL))  # refused
    other.union.value(Sum([Cash()]))  # refused
    other.type.greatest(1, known=True)
    other.type.greatest(1, True)  # refused
    other.type.greatest(known=NULL)  # refused
    other.type.same_json({"a": [1, None]})
    other.type.same_json({"a": {1, 2}})  # refused
    other.type.same([1, "2"])  # refused
    other.type.count_words({"a": 1})  # refused
    other.type.greatest(1) + 1  # refused

    other.text.next_day(datetime.date(2024, 2, 28)).day
    other.text.next_day("2024-02-28")  # refused
    other.text.reversed(b"AQID").hex()
    other.text.reversed("AQID")  # refused
    Event(datetime.date.min, datetime.datetime.min, uuid.UUID(int=1)).id.hex
    Event(datetime.date.min, datetime.date.min, uuid.UUID(int=1))  # refused
    Event(datetime.date.min, datetime.datetime.min, "1")  # refused

    shop.product.create(Product("A", "B", 1, kind="tool"))
    shop.product.create(Product("A", "B", 1, kind="tools"))  # refused
    shop.product.list("tools")  # refused
    shop.order.place([]).state == "opened"  # refused
