"""Parts of replies, in memory."""

import asyncio
from dataclasses import replace
from datetime import datetime

from memory_core.delivery import Due, OutboxId
from memory_core.model import ChatKey, TurnId
from memory_core.testing.in_memory.database import Database
from memory_core.testing.in_memory.mail import PartRow


class InMemoryOutbox:
    """Parts of replies, delivered in order within a lane."""

    def __init__(self, database: Database) -> None:
        self._parts = database.mail.parts

    async def due(self, lane: ChatKey) -> tuple[Due, ...]:
        """Return what waits to be delivered in a lane, in order."""
        await asyncio.sleep(0)
        return tuple(due for due in self._waiting() if due.lane == lane)

    async def lanes(self) -> tuple[ChatKey, ...]:
        """Return the lanes in which something waits."""
        await asyncio.sleep(0)
        return tuple(dict.fromkeys(due.lane for due in self._waiting()))

    async def delivered(self, part: OutboxId, message: int | None, now: datetime) -> None:  # noqa: ARG002 - nothing here grows old
        """Note a delivery and the message it became."""
        row = self._parts[part]
        if row.open:
            self._put(replace(_emptied(row), state="delivered", message=message))
        await asyncio.sleep(0)

    async def uncertain(self, part: OutboxId) -> None:
        """Note that nobody knows whether a part arrived."""
        row = self._parts[part]
        if row.state == "waiting":
            self._put(replace(row, state="uncertain"))
        await asyncio.sleep(0)

    async def refused(self, part: OutboxId, reason: str) -> None:
        """Note that a part cannot be delivered."""
        row = self._parts[part]
        if row.open:
            self._put(replace(_emptied(row), state="refused", reason=reason))
        await asyncio.sleep(0)

    async def again(self, part: OutboxId, only_in: ChatKey | None = None) -> ChatKey | None:
        """Queue an uncertain part once more."""
        row = self._parts.get(part)
        uncertain = row is not None and row.state == "uncertain"
        if row is not None and only_in not in {None, row.due.lane}:
            uncertain = False
        if row is not None and uncertain:
            self._put(replace(row, state="waiting"))
        await asyncio.sleep(0)
        return row.due.lane if row is not None and uncertain else None

    async def turn_of(self, lane: ChatKey, message: int) -> TurnId | None:
        """Return the turn whose answer a delivered message shows."""
        await asyncio.sleep(0)
        shown = [r for r in self._parts.values() if (r.due.lane, r.message) == (lane, message)]
        return next((row.turn_id for row in reversed(shown) if row.turn_id is not None), None)

    def _waiting(self) -> list[Due]:
        return [row.due for row in self._parts.values() if row.state == "waiting"]

    def _put(self, row: PartRow) -> None:
        self._parts[row.due.id] = row


def _emptied(row: PartRow) -> PartRow:
    return replace(row, due=replace(row.due, payload=""))
