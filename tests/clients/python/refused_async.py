# Wrong uses of asynchronous clients: mypy must refuse the marked lines and no others.
import asyncio

from example import CallError, CallboxExample
from everything import Everything, Point
from inventory import Inventory


async def subscribe(shop: Inventory) -> None:
    async for each in shop.stock.changed(sku="A-1"):
        each.sku + 1  # refused
    for other in shop.stock.changed():  # refused
        pass
    await shop.stock.changed()  # refused
    shop.of(shop.stock.changed)  # refused


async def use(api: CallboxExample, other: Everything) -> None:
    await api.math.add(1, 2)
    api.math.add(1, 2)  # refused
    api.math.add(1, 2) + 1  # refused
    await api.math.add(1)  # refused
    await api.math.add(1, "2")  # refused
    await api.math.mul(1, 2)  # refused
    await api.math.ad(1, 2)  # refused
    text: str = await api.math.add(1, 2)  # refused
    number: int = await api.math.add(1, 2)
    api.notify(api.math.add, 1, 2)  # refused
    await api.notify(api.math.add, 1, 2)
    await api.notify(api.math.add, "1", 2)  # refused
    await api.of(api.math.add, 1, 2)  # refused
    api.of(api.math.add, "1", 2)  # refused
    await api.batch(api.ping())  # refused
    a, b = await api.batch(api.of(api.math.add, 1, 2), api.of(api.ping))
    a + 1  # refused
    if not isinstance(a, CallError):
        a + 1
        a.upper()  # refused
    a, b, c = await api.batch(api.of(api.math.add, 1, 2), api.of(api.ping))  # refused
    await api.with_timeout(1)  # refused
    api.close()  # refused
    await api.close()
    with api:  # refused
        pass
    async with api:
        pass
    CallboxExample("http://x/", connections_max="1")  # refused
    number = await asyncio.create_task(api.math.add(1, 2))
    text = await asyncio.create_task(api.math.add(1, 2))  # refused
    await other.geo.middle([Point(1)])  # refused
    async with other.watch(other.of(other.work.count, 3)) as call:
        for now in call:  # refused
            pass
        call.result() + 1  # refused
        number = await call.result()
        text = await call.result()  # refused
    other.old.one()  # refused
    await other.old.one()
