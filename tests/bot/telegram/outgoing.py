"""A bot connected to the twin, and times that only tests move."""

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from aiogram import Bot

from bot.telegram.budget import Budget
from bot.telegram.client import open_bot
from bot.telegram.pace import PACE, Pace
from bot.telegram.places import Place
from bot.telegram.sender import Sender
from tests.peers.telegram import BotApiTwin, Person
from tests.peers.telegram.clock import TwinClock

EAGER = replace(PACE, call_s=0.2, passing_call_s=1.0)
"""Gives up soon on answers that do not come."""


@dataclass(frozen=True, kw_only=True)
class Style:
    """An entity."""

    type: str
    offset: int
    length: int
    url: str | None = None
    language: str | None = None


@dataclass(frozen=True)
class Words:
    """A chunk."""

    text: str
    entities: tuple[Style, ...] = ()


@dataclass(kw_only=True)
class JumpingTime:
    """Sleeping takes no time here, but moves both clocks on."""

    clock: TwinClock
    slept: list[float] = field(default_factory=list)
    at: float = 1000.0

    def now(self) -> float:
        return self.at

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.at += seconds
        self.clock.advance(seconds)
        await asyncio.sleep(0)


class SteppedTime:
    """Time moves by ``advance``, or from sleeper to sleeper by ``run``."""

    def __init__(self, clock: TwinClock | None = None) -> None:
        self._now, self._clock = 1000.0, clock
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._ids = itertools.count()
        self._asleep = asyncio.Event()

    def now(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._ids), woken))
        self._asleep.set()
        await woken

    async def advance(self, seconds: float) -> None:
        """Move on; everybody whose time comes wakes in order."""
        end = self._now + seconds
        await settle()
        while self._sleepers and self._sleepers[0][0] <= end:
            await self._wake_next()
        self._move(end)

    async def run(self, work: asyncio.Future[Any]) -> None:
        """Move on from one sleeper to the next until ``work`` is done."""
        await settle()
        while not work.done():
            await self._wake_next()

    async def sleeper(self) -> None:
        """Wait until somebody has gone to sleep since the last time."""
        async with asyncio.timeout(5):
            await self._asleep.wait()
        self._asleep.clear()

    async def _wake_next(self) -> None:
        at, _, woken = heapq.heappop(self._sleepers)
        self._move(max(at, self._now))
        if not woken.done():
            woken.set_result(None)
            await settle()

    def _move(self, to: float) -> None:
        if self._clock is not None:
            self._clock.advance(to - self._now)
        self._now = to


async def settle() -> None:
    """Let everything run that needs neither time nor network."""
    loop: Any = asyncio.get_running_loop()
    await asyncio.sleep(0)
    while loop._ready:  # noqa: ASYNC110 - there is no event for "nothing left to do"
        await asyncio.sleep(0)


@dataclass(kw_only=True)
class Outgoing:
    """All of it, and Anna who has started the bot."""

    twin: BotApiTwin
    time: JumpingTime
    bot: Bot
    sender: Sender
    anna: Person
    floods: list[tuple[int, float]]

    @property
    def place(self) -> Place:
        return Place(self.anna.id)

    @property
    def sent(self) -> list[dict[str, Any]]:
        return [call.params for call in self.twin.calls_of("sendMessage")]


@asynccontextmanager
async def outgoing(pace: Pace = PACE, *, token: str | None = None) -> AsyncIterator[Outgoing]:
    async with BotApiTwin() as twin:
        twin.clock.freeze()
        time = JumpingTime(clock=twin.clock)
        budget, floods = Budget(time, pace), list[tuple[int, float]]()

        def on_flood(chat_id: int, seconds: float) -> None:
            floods.append((chat_id, seconds))
            budget.suspend(chat_id, seconds)

        anna = twin.person("Anna")
        await anna.start()
        async with open_bot(
            token or twin.token, twin.base_url, timing=time, on_flood=on_flood, pace=pace
        ) as bot:
            yield Outgoing(
                twin=twin,
                time=time,
                bot=bot,
                sender=Sender(bot, budget, pace),
                anna=anna,
                floods=floods,
            )
