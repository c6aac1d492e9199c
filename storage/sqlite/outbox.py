"""Parts of replies that are to be delivered."""

import sqlite3
from collections.abc import Sequence
from datetime import datetime

from memory_core.delivery import Due, OutboxId
from memory_core.model import ChatKey, Outgoing, TurnId
from storage.sqlite.database import Database
from storage.sqlite.rows import Row, stamp

_INSERT = """
INSERT INTO outbox (lane, turn_id, kind, payload, state, created_at)
VALUES (?, ?, ?, ?, 'waiting', ?)
"""
_DUE = (
    "SELECT id, lane, kind, payload FROM outbox WHERE lane = ? AND state = 'waiting' ORDER BY id"
)
_LANES = "SELECT DISTINCT lane FROM outbox WHERE state = 'waiting'"
_DELIVERED = """
UPDATE outbox SET state = 'delivered', payload = '', message_id = ?, delivered_at = ?
WHERE id = ? AND state IN ('waiting', 'uncertain')
"""
_UNCERTAIN = "UPDATE outbox SET state = 'uncertain' WHERE id = ? AND state = 'waiting'"
_REFUSED = """
UPDATE outbox SET state = 'refused', payload = '', reason = ?
WHERE id = ? AND state IN ('waiting', 'uncertain')
"""
_AGAIN = """
UPDATE outbox SET state = 'waiting'
WHERE id = ? AND state = 'uncertain' AND lane = coalesce(?, lane) RETURNING lane
"""
_TURN_OF = """
SELECT turn_id FROM outbox
WHERE lane = ? AND message_id = ? AND turn_id IS NOT NULL ORDER BY id DESC LIMIT 1
"""


class SqliteOutbox:
    """Outbox over SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def due(self, lane: ChatKey) -> tuple[Due, ...]:
        """Return what waits in a lane, in order."""
        found = await self._database.read(lambda conn: conn.execute(_DUE, (lane,)).fetchall())
        return tuple(
            Due(id=id_, lane=lane_, kind=kind, payload=payload)
            for id_, lane_, kind, payload in found
        )

    async def lanes(self) -> tuple[ChatKey, ...]:
        """Return the lanes in which something waits."""
        found = await self._database.read(lambda conn: conn.execute(_LANES).fetchall())
        return tuple(lane for (lane,) in found)

    async def delivered(self, part: OutboxId, message: int | None, now: datetime) -> None:
        """Note a delivery."""
        await self._run(_DELIVERED, (message, stamp(now), part))

    async def uncertain(self, part: OutboxId) -> None:
        """Note that nobody knows whether a part arrived."""
        await self._run(_UNCERTAIN, (part,))

    async def refused(self, part: OutboxId, reason: str) -> None:
        """Note that a part cannot be delivered."""
        await self._run(_REFUSED, (reason, part))

    async def again(self, part: OutboxId, only_in: ChatKey | None = None) -> ChatKey | None:
        """Queue an uncertain part once more."""
        row = await self._run(_AGAIN, (part, only_in))
        return None if row is None else ChatKey(row[0])

    async def turn_of(self, lane: ChatKey, message: int) -> TurnId | None:
        """Return the turn whose answer a delivered message shows."""
        row = await self._database.read(
            lambda conn: conn.execute(_TURN_OF, (lane, message)).fetchone()
        )
        return None if row is None else row[0]

    async def _run(self, statement: str, values: Row) -> Row | None:
        row: Row | None = await self._database.write(
            lambda conn: conn.execute(statement, values).fetchone()
        )
        return row


def insert(
    conn: sqlite3.Connection, replies: Sequence[Outgoing], turn_id: TurnId | None, at: str
) -> None:
    """Queue replies within somebody's transaction."""
    conn.executemany(
        _INSERT, [(reply.lane, turn_id, reply.kind, reply.payload, at) for reply in replies]
    )
