"""Arrivals, in memory."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from memory_core.delivery import Arrival, Waiting
from memory_core.model import InboxId, Outgoing
from memory_core.testing.in_memory.database import Database
from memory_core.testing.in_memory.mail import ArrivalRow


class InMemoryInbox:
    """Arrivals, each answered exactly once."""

    def __init__(self, database: Database) -> None:
        self._mail = database.mail

    async def add(self, arrivals: Sequence[Arrival], now: datetime) -> tuple[Waiting, ...]:  # noqa: ARG002 - nothing here grows old
        """Store arrivals and return those that are new and for us, in order."""
        taken = [self._mail.take(arrival) for arrival in arrivals]
        await asyncio.sleep(0)
        return tuple(waiting for waiting in taken if waiting is not None)

    async def replace(self, message: str, payload: str) -> bool:
        """Give an arrival that waits, and was not begun, another payload."""
        rows = [row for row in self._rows("waiting") if row.waiting.message == message]
        for row in rows:
            self._put(replace(row, waiting=replace(row.waiting, payload=payload)))
        await asyncio.sleep(0)
        return bool(rows)

    async def begin(self, ids: Sequence[InboxId]) -> None:
        """Note that a try begins."""
        for row in self._rows("waiting", ids):
            self._put(replace(row, state="begun"))
        await asyncio.sleep(0)

    async def note_preview(self, ids: Sequence[InboxId], preview: int) -> None:
        """Note the message in which the answer is being written."""
        for row in [self._mail.arrivals[id_] for id_ in ids]:
            self._put(replace(row, waiting=replace(row.waiting, preview=preview)))
        await asyncio.sleep(0)

    async def settle(
        self,
        ids: Sequence[InboxId],
        replies: Sequence[Outgoing],
        now: datetime,  # noqa: ARG002 - nothing here grows old
    ) -> None:
        """Mark arrivals as answered and queue the replies."""
        if self._mail.settle(ids) or not ids:
            self._mail.queue(replies, None)
        await asyncio.sleep(0)

    async def failed(self, ids: Sequence[InboxId]) -> None:
        """Count a try that ended with an error."""
        for row in self._rows("begun", ids):
            waiting = replace(row.waiting, failures=row.waiting.failures + 1)
            self._put(replace(row, waiting=waiting, state="waiting"))
        await asyncio.sleep(0)

    async def bury(self, ids: Sequence[InboxId], reason: str, now: datetime) -> None:  # noqa: ARG002 - nothing here grows old
        """Give arrivals up for good."""
        for row in (*self._rows("waiting", ids), *self._rows("begun", ids)):
            self._put(replace(row, state="dead", reason=reason))
        await asyncio.sleep(0)

    async def unfinished(self) -> tuple[Waiting, ...]:
        """Return what a start finds; tries that were begun count as deaths."""
        for row in self._rows("begun"):
            waiting = replace(row.waiting, deaths=row.waiting.deaths + 1)
            self._put(replace(row, waiting=waiting, state="waiting"))
        await asyncio.sleep(0)
        return tuple(row.waiting for row in self._rows("waiting"))

    def _rows(self, state: str, ids: Sequence[InboxId] | None = None) -> list[ArrivalRow]:
        """Return the rows in ``state`` (those of ``ids``, when given) in order of arrival."""
        rows = self._mail.arrivals.values()
        return [
            row for row in rows if row.state == state and (ids is None or row.waiting.id in ids)
        ]

    def _put(self, row: ArrivalRow) -> None:
        self._mail.arrivals[row.waiting.id] = row
