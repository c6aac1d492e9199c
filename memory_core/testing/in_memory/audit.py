"""The audit log, in memory."""

import asyncio
from datetime import datetime

from memory_core.model import AuditEntry, TurnId
from memory_core.testing.in_memory.database import Database


class InMemoryAuditLog:
    """Who did what."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, entry: AuditEntry, now: datetime, turn_id: TurnId | None = None) -> None:
        """Append a line; a turn id that has one already changes nothing."""
        self._database.note(entry, now, turn_id)
        await asyncio.sleep(0)

    async def recent(self, limit: int) -> tuple[AuditEntry, ...]:
        """Return the newest lines, newest first."""
        await asyncio.sleep(0)
        return tuple(line.entry for line in reversed(self._database.audit))[:limit]
