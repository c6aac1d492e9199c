"""Conversations side by side; within one, messages are answered in order of arrival.

Commands do not wait for the answer that is being written: each lane has a gate that commands pass
one by one, and a turn only while it is being admitted.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial

from bot.telegram import bursts
from bot.telegram.addressing import Chatter, Click, Incoming, sender_id
from bot.telegram.bursts import Patience
from bot.telegram.insisting import insist
from bot.telegram.turns import is_turn
from memory_core.concurrency import Nursery
from memory_core.delivery import Inbox, Waiting
from memory_core.errors import StorageUnavailable
from memory_core.model import ChatKey, InboxId
from memory_core.ports import Clock

log = logging.getLogger(__name__)

MOST_FAILURES = 3
CROWD_DEATHS = 1
"""After a first death anybody may have been to blame; after more, a suspect is tried alone."""
MOST_DEATHS = CROWD_DEATHS + 4
SIDE_BY_SIDE = 64
"""Turns that are answered at once, over all lanes."""
STORAGE_PAUSE_S, LONGEST_STORAGE_PAUSE_S = 2.0, 60.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """An arrival that waits, and what it is."""

    waiting: Waiting
    incoming: Incoming

    @property
    def sender(self) -> int | None:
        """Who sent it."""
        if isinstance(self.incoming, Click):
            return self.incoming.query.from_user.id
        message = getattr(self.incoming, "message", None)
        return None if message is None else sender_id(message)


@dataclass(slots=True)
class Lane:
    """One conversation: what waits, and the gate of its commands."""

    key: ChatKey
    queue: deque[Item] = field(default_factory=deque)
    gate: asyncio.Lock = field(default_factory=asyncio.Lock)
    moved: asyncio.Event = field(default_factory=asyncio.Event)
    """Something came, or a command wants the burst to end."""
    burst: list[Item] = field(default_factory=list)
    """Taken from the queue, but not admitted yet: a command may still drop it."""
    busy: bool = False
    flushed: bool = False
    guests: int = 0
    """Commands that are on their way through the gate."""

    def admit(self) -> bool:
        """Let the burst go on to be answered; False when a command dropped it meanwhile.

        To be called within the gate, together with the call that makes it stoppable otherwise.
        """
        admitted = bool(self.burst)
        self.burst = []
        return admitted


Handle = Callable[[Lane, Sequence[Item]], Awaitable[None]]
"""Answers a burst, tells that it is given up, or that it must wait for storage."""


class Lanes:
    """Feeds ``handle`` with what belongs together, one lane after itself, lanes side by side."""

    def __init__(
        self,
        *,
        inbox: Inbox,
        clock: Clock,
        nursery: Nursery,
        handle: Handle,
        give_up: Handle,
        stuck: Handle,
        patience: Patience | None = None,
    ) -> None:
        self._inbox, self._clock, self._nursery = inbox, clock, nursery
        self._handle, self._give_up, self._stuck = handle, give_up, stuck
        self._patience = patience or Patience()
        self._lanes: dict[ChatKey, Lane] = {}
        self._room = asyncio.Semaphore(SIDE_BY_SIDE)
        self._recovering = self._closing = False

    def lane(self, key: ChatKey) -> Lane:
        """Return a lane, which lives while something happens in it."""
        return self._lanes.setdefault(key, Lane(key))

    @contextmanager
    def visited(self, key: ChatKey) -> Iterator[Lane]:
        """Keep a lane alive for a command that is about to pass its gate."""
        lane = self.lane(key)
        lane.guests += 1
        try:
            yield lane
        finally:
            lane.guests -= 1
            self._tidy(lane)

    def put(self, item: Item) -> None:
        """Queue an item at the end of its lane."""
        lane = self.lane(item.waiting.lane)
        lane.queue.append(item)
        lane.moved.set()
        self._start(lane)

    def replace(self, message: str, incoming: Incoming) -> None:
        """Give a message that still waits its new text."""
        for lane in self._lanes.values():
            for items in (lane.burst, lane.queue):
                for at, item in enumerate(items):
                    if item.waiting.message == message:
                        items[at] = replace(item, incoming=incoming)

    def flush(self, lane: Lane) -> None:
        """Let a burst end: a command came."""
        lane.flushed = True
        lane.moved.set()

    def drop(
        self, lane: Lane, sender: int | None = None, *, before: InboxId | None = None
    ) -> list[InboxId]:
        """Take what the model has not begun out of a lane, all of it or one person's.

        What came after the command ``before`` stays, and so does what else a restart has queued.
        The caller settles what is dropped.
        """
        waiting = (item for item in (*lane.burst, *lane.queue) if is_turn(item.incoming))
        earlier = (item for item in waiting if before is None or item.waiting.id < before)
        dropped = [item for item in earlier if sender in (None, item.sender)]
        lane.burst = [item for item in lane.burst if item not in dropped]
        lane.queue = deque(item for item in lane.queue if item not in dropped)
        return [item.waiting.id for item in dropped]

    async def recover(self, items: Sequence[Item]) -> None:
        """Take up what a former process left: suspects alone, the others side by side.

        What is put meanwhile waits. Called before anything is put.
        """
        self._recovering = True
        for item in items:
            self.lane(item.waiting.lane).queue.append(item)
        try:
            for item in items:
                if item.waiting.deaths > CROWD_DEATHS:
                    await self._until_done(self.lane(item.waiting.lane), item)
        finally:
            self._recovering = False
            for lane in list(self._lanes.values()):
                self._start(lane)

    def close(self) -> None:
        """Begin nothing new; what is being answered goes on."""
        self._closing = True
        for lane in self._lanes.values():
            self.flush(lane)

    def _start(self, lane: Lane) -> None:
        if lane.queue and not lane.busy and not self._recovering and not self._closing:
            lane.busy = True
            self._nursery.spawn(self._serve(lane), f"lane {lane.key}")

    async def _serve(self, lane: Lane) -> None:
        try:
            while lane.queue and not self._closing:
                await self._collect(lane)
                async with self._room:
                    await self._try(lane, tuple(lane.burst))
        finally:
            lane.busy = False
            self._tidy(lane)

    def _tidy(self, lane: Lane) -> None:
        """Forget a lane in which nothing happens."""
        if not (lane.queue or lane.busy or lane.guests):
            self._lanes.pop(lane.key, None)

    async def _until_done(self, lane: Lane, last: Item) -> None:
        """Answer a lane up to ``last`` while nothing else is answered."""
        lane.busy = True
        while last in lane.queue:
            lane.burst = [lane.queue.popleft()]
            await self._try(lane, tuple(lane.burst))
        lane.busy = False

    async def _collect(self, lane: Lane) -> None:
        """Take the next item and what belongs to it, waiting a moment where more may come."""
        lane.burst = [lane.queue.popleft()]
        lane.flushed = False
        while chatter := _chatter(lane.burst):
            if lane.queue:
                if not _continues(chatter, lane.queue[0]):
                    break
                lane.burst.append(lane.queue.popleft())
                continue
            pause = bursts.wait_after(chatter, self._patience)
            if not pause or lane.flushed or not await _moved(lane, pause):
                break

    async def _try(self, lane: Lane, items: tuple[Item, ...]) -> None:
        """Answer a burst; between two tries a command may drop it."""

        async def handle(lane: Lane, items: Sequence[Item]) -> None:
            if not lane.burst:
                return
            try:
                await self._handle(lane, items)
            except Exception:
                lane.burst = list(items)
                raise

        await self.attempt(lane, items, handle)
        lane.burst = []

    async def attempt(self, lane: Lane, items: Sequence[Item], handle: Handle) -> None:
        """Handle items; trouble with storage is waited for, other errors are tried again."""
        if items and max(item.waiting.deaths for item in items) >= MOST_DEATHS:
            await self._bury(lane, items, "the process died with it too often")
            return
        failures = max((item.waiting.failures for item in items), default=0)
        ids = [item.waiting.id for item in items]
        pauses = _pauses()
        while items and not self._closing:
            try:
                await self._inbox.begin(ids)
                await handle(lane, items)
            except StorageUnavailable as error:
                log.error("lane %s waits for storage: %s", lane.key, error)  # noqa: TRY400
                await self._stuck(lane, items)
                await asyncio.sleep(next(pauses))
            except Exception:
                failures += 1
                log.exception("lane %s failed, try %d", lane.key, failures)
                await insist(partial(self._inbox.failed, ids), _pauses())
                if failures >= MOST_FAILURES:
                    await self._bury(lane, items, "it failed too often")
                    return
            else:
                return

    async def _bury(self, lane: Lane, items: Sequence[Item], reason: str) -> None:
        log.error("lane %s gives up %d arrivals: %s", lane.key, len(items), reason)
        ids, now = [item.waiting.id for item in items], self._clock.now()
        await insist(partial(self._inbox.bury, ids, reason, now), _pauses())
        await self._give_up(lane, items)


def _pauses() -> Iterator[float]:
    """Yield how long to wait for storage, longer each time: a try may cost a call of the model."""
    pause = STORAGE_PAUSE_S
    while True:
        yield pause
        pause = min(pause * 2, LONGEST_STORAGE_PAUSE_S)


def _chatter(items: Sequence[Item]) -> list[Chatter]:
    """Return the items as messages for the model, none when there is another among them."""
    messages = [item.incoming for item in items if isinstance(item.incoming, Chatter)]
    return messages if len(messages) == len(items) else []


def _continues(burst: Sequence[Chatter], item: Item) -> bool:
    return isinstance(item.incoming, Chatter) and bursts.continues(burst, item.incoming)


async def _moved(lane: Lane, seconds: float) -> bool:
    """Wait until something moves in a lane; False when nothing did in time."""
    lane.moved.clear()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await lane.moved.wait()
            return True
    return False
