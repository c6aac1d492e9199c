"""The bot is seen typing while it works, whatever Telegram says to that."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from bot.telegram.places import Place
from bot.telegram.typing import typing
from memory_core.concurrency import Nursery
from tests.bot.telegram.outgoing import Outgoing, SteppedTime, outgoing


@asynccontextmanager
async def typing_in(it: Outgoing, place: Place) -> AsyncIterator[SteppedTime]:
    time = SteppedTime()
    async with typing(it.sender, place, Nursery(), time):
        yield time


async def test_it_is_shown_at_once_and_every_four_seconds_in_the_right_topic() -> None:
    async with outgoing() as it:
        forum = it.twin.group("Forum", owner=it.anna, forum=True)
        await it.anna.say("hi", chat=forum, topic=7)
        async with typing_in(it, Place(forum.id, 7)) as time:
            for shown in (1, 2, 3):
                await time.sleeper()
                assert len(forum.actions) == shown
                await time.advance(3.9)
                assert len(it.twin.calls) == shown
                await time.advance(0.1)
        assert {(action.name, action.topic) for action in forum.actions} == {("typing", 7)}


@pytest.mark.parametrize("fault", ["429", "500", "502", "drop_before", "drop_after", "malformed"])
async def test_one_failure_does_not_end_it(fault: Any) -> None:
    async with outgoing() as it:
        it.twin.faults.add(fault, "sendChatAction", retry_after=3)
        async with typing_in(it, it.place) as time:
            await time.sleeper()
            await time.advance(4)
            await time.sleeper()
        assert len(it.twin.calls) == 2
        assert it.anna.chat.actions[-1].name == "typing"
        assert it.floods == []


async def test_telegram_is_left_alone_as_long_as_it_asks() -> None:
    async with outgoing() as it:
        it.twin.faults.add("429", "sendChatAction", retry_after=30)
        async with typing_in(it, it.place) as time:
            await time.sleeper()
            await time.advance(29)
            assert len(it.twin.calls) == 1
            await time.advance(1)
            await time.sleeper()
        assert len(it.twin.calls) == 2


async def test_it_stops_where_nobody_can_see_it() -> None:
    async with outgoing() as it:
        await it.anna.block()
        nursery = Nursery()
        async with typing(it.sender, it.place, nursery, SteppedTime()):
            await nursery.drain(5)
        assert len(it.twin.calls) == 1


async def test_it_ends_with_the_block_even_when_a_call_hangs() -> None:
    async with outgoing() as it:
        fault = it.twin.faults.add("hang", "sendChatAction")
        async with typing_in(it, it.place):
            await fault.hit()
            assert "typing" in running()
        assert "typing" not in running()
        await it.twin.wait_until(lambda: it.twin.calls[-1].ended)


def running() -> str:
    return " ".join(task.get_name() for task in asyncio.all_tasks())
