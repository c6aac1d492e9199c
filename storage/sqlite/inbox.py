"""Arrivals of a messenger."""

import sqlite3
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from memory_core.delivery import Arrival, Waiting
from memory_core.model import InboxId, Outgoing
from storage.sqlite import outbox
from storage.sqlite.database import Database
from storage.sqlite.rows import Row, stamp

_ADD = """
INSERT INTO inbox (update_id, lane, message, payload, state, received_at)
VALUES (?, ?, ?, ?, 'waiting', ?) ON CONFLICT (update_id) DO NOTHING
"""
_KEEP_ID = """
INSERT INTO inbox (update_id, payload, state, received_at, settled_at)
VALUES (?, '', 'settled', ?, ?) ON CONFLICT (update_id) DO NOTHING
"""
_REPLACE = "UPDATE inbox SET payload = ? WHERE message = ? AND state = 'waiting'"
_BEGIN = "UPDATE inbox SET state = 'begun' WHERE id = ? AND state = 'waiting'"
_PREVIEW = "UPDATE inbox SET preview = ? WHERE id = ?"
_SETTLE = """
UPDATE inbox SET state = 'settled', payload = '', settled_at = ?
WHERE id = ? AND state IN ('waiting', 'begun')
"""
_FAILED = """
UPDATE inbox SET state = 'waiting', failures = failures + 1 WHERE id = ? AND state = 'begun'
"""
_BURY = """
UPDATE inbox SET state = 'dead', reason = ?, settled_at = ?
WHERE id = ? AND state IN ('waiting', 'begun')
"""
_COUNT_DEATHS = "UPDATE inbox SET state = 'waiting', deaths = deaths + 1 WHERE state = 'begun'"
_OPEN = """
SELECT id, lane, payload, message, deaths, failures, preview
FROM inbox WHERE state IN ('waiting', 'begun') ORDER BY id
"""


class SqliteInbox:
    """Inbox over SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, arrivals: Sequence[Arrival], now: datetime) -> tuple[Waiting, ...]:
        """Store arrivals; return those that are new and for us."""
        return await self._database.write(partial(_add, arrivals, stamp(now)))

    async def replace(self, message: str, payload: str) -> bool:
        """Give an arrival that waits another payload."""
        return await self._database.write(
            lambda conn: conn.execute(_REPLACE, (payload, message)).rowcount > 0
        )

    async def begin(self, ids: Sequence[InboxId]) -> None:
        """Note that a try begins."""
        await self._each(_BEGIN, [(id_,) for id_ in ids])

    async def note_preview(self, ids: Sequence[InboxId], preview: int) -> None:
        """Note the message in which the answer is being written."""
        await self._each(_PREVIEW, [(preview, id_) for id_ in ids])

    async def settle(
        self, ids: Sequence[InboxId], replies: Sequence[Outgoing], now: datetime
    ) -> None:
        """Mark arrivals as answered and queue the replies."""

        def work(conn: sqlite3.Connection) -> None:
            if settle(conn, ids, stamp(now)) or not ids:
                outbox.insert(conn, replies, None, stamp(now))

        await self._database.write(work)

    async def failed(self, ids: Sequence[InboxId]) -> None:
        """Count a try that ended with an error."""
        await self._each(_FAILED, [(id_,) for id_ in ids])

    async def bury(self, ids: Sequence[InboxId], reason: str, now: datetime) -> None:
        """Give arrivals up for good."""
        await self._each(_BURY, [(reason, stamp(now), id_) for id_ in ids])

    async def unfinished(self) -> tuple[Waiting, ...]:
        """Return what a start finds; tries that were begun count as deaths."""

        def work(conn: sqlite3.Connection) -> tuple[Waiting, ...]:
            conn.execute(_COUNT_DEATHS)
            return tuple(map(_waiting, conn.execute(_OPEN).fetchall()))

        return await self._database.write(work)

    async def _each(self, statement: str, values: Sequence[Row]) -> None:
        await self._database.write(lambda conn: conn.executemany(statement, values))


def settle(conn: sqlite3.Connection, ids: Sequence[InboxId], at: str) -> bool:
    """Mark arrivals as answered within somebody's transaction; False if all were before."""
    return conn.executemany(_SETTLE, [(at, id_) for id_ in ids]).rowcount > 0


def _add(arrivals: Sequence[Arrival], at: str, conn: sqlite3.Connection) -> tuple[Waiting, ...]:
    added = (_insert(arrival, at, conn) for arrival in arrivals)
    return tuple(waiting for waiting in added if waiting is not None)


def _insert(arrival: Arrival, at: str, conn: sqlite3.Connection) -> Waiting | None:
    if arrival.lane is None:
        conn.execute(_KEEP_ID, (arrival.update_id, at, at))
        return None
    values = (arrival.update_id, arrival.lane, arrival.message, arrival.payload, at)
    inserted = conn.execute(_ADD, values)
    if not inserted.rowcount:
        return None
    return Waiting(
        id=InboxId(inserted.lastrowid or 0),
        lane=arrival.lane,
        payload=arrival.payload,
        message=arrival.message,
    )


def _waiting(row: Row) -> Waiting:
    id_, lane, payload, message, deaths, failures, preview = row
    return Waiting(
        id=id_,
        lane=lane,
        payload=payload,
        message=message,
        deaths=deaths,
        failures=failures,
        preview=preview,
    )
