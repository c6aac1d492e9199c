import asyncio

import pytest

from memory_core.concurrency import Nursery, Stoppable, Stopped

NEVER = asyncio.Event


async def block(stop: Stoppable, wait: asyncio.Event) -> str:
    try:
        async with stop:
            await wait.wait()
    except Stopped as stopped:
        await asyncio.sleep(0)
        return f"stopped: {stopped.reason}"
    return "done"


async def begin(stop: Stoppable, wait: asyncio.Event) -> asyncio.Task[str]:
    task = Nursery().spawn(block(stop, wait), "block")
    await asyncio.sleep(0)
    return task


async def test_a_stopped_block_ends_and_its_task_lives_on() -> None:
    stop = Stoppable()
    task = await begin(stop, NEVER())
    assert stop.stop("enough")
    assert await task == "stopped: enough"
    assert task.cancelling() == 0


async def test_stopping_twice_counts_once_and_the_first_reason_stays() -> None:
    stop = Stoppable()
    task = await begin(stop, NEVER())
    assert stop.stop("first")
    assert not stop.stop("second")
    assert await task == "stopped: first"
    assert not stop.stop("third")


async def test_a_block_that_has_ended_cannot_be_stopped() -> None:
    stop, go = Stoppable(), asyncio.Event()
    task = await begin(stop, go)
    go.set()
    assert await task == "done"
    assert not stop.stop("late")


async def test_a_block_that_has_not_begun_cannot_be_stopped() -> None:
    stop, go = Stoppable(), asyncio.Event()
    assert not stop.stop("early")
    go.set()
    assert await block(stop, go) == "done"


async def test_a_stop_at_the_moment_of_the_end_still_stops() -> None:
    stop, go = Stoppable(), asyncio.Event()
    task = await begin(stop, go)
    go.set()
    assert stop.stop("just in time")
    assert await task == "stopped: just in time"


async def test_a_cancellation_from_outside_stays_one() -> None:
    stop = Stoppable()
    task = await begin(stop, NEVER())
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not stop.stop("late")


@pytest.mark.parametrize("stop_first", [True, False])
async def test_a_cancellation_from_outside_wins_over_a_stop(stop_first: bool) -> None:
    stop = Stoppable()
    task = await begin(stop, NEVER())
    if stop_first:
        stop.stop("enough")
    task.cancel()
    if not stop_first:
        stop.stop("enough")
    with pytest.raises(asyncio.CancelledError):
        await task


async def test_a_deadline_inside_does_not_hide_a_stop() -> None:
    stop = Stoppable()

    async def work() -> str:
        try:
            async with stop, asyncio.timeout(60):
                await NEVER().wait()
        except Stopped:
            return "stopped"
        return "done"

    task = Nursery().spawn(work(), "work")
    await asyncio.sleep(0)
    stop.stop("enough")
    assert await task == "stopped"


async def test_an_error_of_the_block_is_not_hidden_by_a_stop() -> None:
    stop = Stoppable()

    async def work() -> None:
        async with stop:
            try:
                await NEVER().wait()
            except asyncio.CancelledError:
                raise LookupError from None

    task = Nursery().spawn(work(), "work")
    await asyncio.sleep(0)
    stop.stop("enough")
    with pytest.raises(LookupError):
        await task
    assert task.cancelling() == 0


async def test_a_block_can_be_entered_again_and_stopped_then() -> None:
    stop, go = Stoppable(), asyncio.Event()
    go.set()
    assert await block(stop, go) == "done"
    task = await begin(stop, NEVER())
    assert stop.stop("enough")
    assert await task == "stopped: enough"


async def test_after_a_stop_the_block_is_not_entered_again() -> None:
    stop, go = Stoppable(), asyncio.Event()
    task = await begin(stop, NEVER())
    stop.stop("enough")
    await task
    go.set()
    assert await block(stop, go) == "stopped: enough"
