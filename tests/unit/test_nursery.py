import asyncio
import gc
import logging

import pytest

from memory_core.concurrency import Nursery, complete


async def wait_for(event: asyncio.Event, result: str = "done") -> str:
    await event.wait()
    return result


async def test_a_task_nobody_holds_is_kept_alive() -> None:
    nursery, go, ended = Nursery(), asyncio.Event(), asyncio.Event()

    async def work() -> None:
        await go.wait()
        ended.set()

    nursery.spawn(work(), "work")
    await asyncio.sleep(0)
    gc.collect()
    go.set()
    await asyncio.wait_for(ended.wait(), 5)


async def test_a_failure_is_logged_with_the_name_of_the_work(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail() -> None:
        raise LookupError("lost")

    nursery = Nursery()
    nursery.spawn(fail(), "extraction")
    await nursery.drain(5)
    [line] = caplog.records
    assert (line.levelno, line.message) == (logging.ERROR, "extraction failed")
    assert line.exc_info is not None
    assert isinstance(line.exc_info[1], LookupError)


async def test_a_cancelled_task_is_no_failure(caplog: pytest.LogCaptureFixture) -> None:
    nursery = Nursery()
    nursery.spawn(wait_for(asyncio.Event()), "waits").cancel()
    await nursery.drain(5)
    assert caplog.records == []


async def test_draining_waits_for_the_end_of_the_work() -> None:
    nursery, go = Nursery(), asyncio.Event()
    task = nursery.spawn(wait_for(go), "waits")
    asyncio.get_running_loop().call_soon(go.set)
    await nursery.drain(5)
    assert task.result() == "done"


async def test_draining_cancels_what_takes_too_long() -> None:
    nursery = Nursery()
    task = nursery.spawn(wait_for(asyncio.Event()), "waits")
    await nursery.drain(0)
    assert task.cancelled()


async def test_draining_waits_for_work_begun_meanwhile() -> None:
    nursery, told = Nursery(), list[int]()

    async def begin_more(generations: int) -> None:
        if generations:
            nursery.spawn(begin_more(generations - 1), "more")
        for _ in range(5):
            await asyncio.sleep(0)
        told.append(generations)

    nursery.spawn(begin_more(3), "first")
    await nursery.drain(5)
    assert sorted(told) == [0, 1, 2, 3]


async def test_an_empty_nursery_is_drained_at_once() -> None:
    await Nursery().drain(5)


async def test_complete_returns_what_the_task_returns() -> None:
    nursery, go = Nursery(), asyncio.Event()
    go.set()
    assert await complete(nursery.spawn(wait_for(go), "work")) == "done"


async def test_complete_raises_what_the_task_raises() -> None:
    async def fail() -> None:
        raise LookupError("lost")

    with pytest.raises(LookupError):
        await complete(Nursery().spawn(fail(), "work"))


async def test_complete_passes_on_that_the_task_was_cancelled() -> None:
    task = Nursery().spawn(wait_for(asyncio.Event()), "work")
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await complete(task)


async def test_a_cancelled_caller_waits_for_the_task_and_is_cancelled_then() -> None:
    nursery, go = Nursery(), asyncio.Event()
    task = nursery.spawn(wait_for(go), "work")
    caller = nursery.spawn(complete(task), "caller")
    for _ in range(3):
        await asyncio.sleep(0)
        caller.cancel()
    await asyncio.sleep(0)
    assert not caller.done()
    go.set()
    await asyncio.wait([caller])
    assert task.result() == "done"
    assert caller.cancelled()


async def test_a_caller_cancelled_while_the_task_ends_is_cancelled() -> None:
    nursery, go = Nursery(), asyncio.Event()
    task = nursery.spawn(wait_for(go), "work")
    caller = nursery.spawn(complete(task), "caller")
    task.add_done_callback(lambda _: caller.cancel())
    await asyncio.sleep(0)
    go.set()
    await asyncio.wait([caller])
    assert task.result() == "done"
    assert caller.cancelled()
