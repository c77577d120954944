# cancelled.py EVERYTHING: tasks that are cancelled while calls report their progress.
import asyncio
import contextlib
import gc
import logging
import sys
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, List

from claims import check, claim, equal, served
from everything import Everything, WatchedCall
from peer import Actor

STREAM = (b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
          b'data: {"jsonrpc":"2.0","method":"rpc.progress","params":{"id":1,"progress":1}}\n\n')
logging.getLogger("asyncio").setLevel(logging.ERROR)  # not about slow tasks


def in_a_loop(what: Callable[[], Awaitable[None]]) -> None:
    """A claim about tasks: also, the event loop has nothing to report."""

    async def watched() -> None:
        reports: List[Dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, about: reports.append(about))
        await what()
        gc.collect()
        await asyncio.sleep(0)
        equal(reports, [])

    def run() -> None:
        asyncio.run(asyncio.wait_for(watched(), 60))

    run.__name__ = what.__name__
    claim(run)


@contextlib.asynccontextmanager
async def watching() -> AsyncIterator[WatchedCall[int]]:
    """Yields a call that has reported once; then its connection must end."""
    with Actor([[STREAM, 20.0]]) as server:
        api = Everything(server.url)
        call = api.watch(api.of(api.work.count, 3))
        equal((await call.__anext__()).done, 1.0)
        yield call
        await asyncio.sleep(0)
        await asyncio.get_running_loop().run_in_executor(None, server._thread.join, 10)
        equal(server._thread.is_alive(), False)


async def cancel(task: "asyncio.Future[Any]") -> None:
    await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.wait({task})
    equal(task.cancelled(), True)


@in_a_loop
async def a_task_that_waits_for_the_result() -> None:
    async with watching() as call:
        await cancel(asyncio.ensure_future(call.result()))
        equal([each async for each in call], [])


@in_a_loop
async def a_task_that_iterates() -> None:
    async def iterate() -> None:
        async for _ in call:
            pass

    async with watching() as call:
        await cancel(asyncio.ensure_future(iterate()))


@in_a_loop
async def a_task_in_the_context_of_the_call() -> None:
    async def work() -> None:
        async with call:
            await asyncio.sleep(60)

    async with watching() as call:
        await cancel(asyncio.ensure_future(work()))


@in_a_loop
async def a_limit_of_time() -> None:
    async with watching() as call:
        got = await asyncio.gather(asyncio.wait_for(call.result(), 0.1), return_exceptions=True)
        equal(type(got[0]), asyncio.TimeoutError)


@in_a_loop
async def another_task_may_close_but_not_wait() -> None:
    async with watching() as call:
        task = asyncio.ensure_future(call.result())
        await asyncio.sleep(0.05)
        got = await asyncio.gather(call.result(), return_exceptions=True)
        equal(repr(got), "[RuntimeError('another task waits for it')]")
        await call.close()
        await asyncio.wait({task})
        equal(str(task.exception()), "work.count: closed before the response")


@in_a_loop
async def calls_of_a_server_end() -> None:
    with served(sys.argv[1]) as url:
        async with Everything(url) as api:

            async def count() -> int:
                return await api.watch(api.of(api.work.count_later, 100)).result()

            tasks = [asyncio.ensure_future(count()) for _ in range(20)]
            await asyncio.sleep(0.2)
            for task in tasks:
                task.cancel()
            await asyncio.wait(set(tasks))
            equal([task.cancelled() for task in tasks], [True] * 20)
            while await api.work.cancelled() != 20:
                await asyncio.sleep(0.02)


check("cancelled")
