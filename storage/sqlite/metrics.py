"""Counters and their snapshots."""

import json
import sqlite3
from collections.abc import Mapping
from datetime import datetime

from memory_core.metrics import Snapshot
from storage.sqlite.database import Database
from storage.sqlite.rows import parse, stamp

_CATEGORY = "memory_metrics"
_ADD = """
INSERT INTO setting_values (key, category, value) VALUES (?, ?, ?)
ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + excluded.value
"""
_COUNTERS = "SELECT key, CAST(value AS INTEGER) FROM settings WHERE category = ?"
_KEEP = """
INSERT INTO metric_snapshots (at, counters) VALUES (?, ?)
ON CONFLICT (at) DO UPDATE SET counters = excluded.counters
"""
_SINCE = "SELECT at, counters FROM metric_snapshots WHERE at >= ? ORDER BY at"


class SqliteMetrics:
    """Metrics over SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, amounts: Mapping[str, int]) -> None:
        """Add to counters."""
        values = [(name, _CATEGORY, amount) for name, amount in sorted(amounts.items())]
        await self._database.write(lambda conn: conn.executemany(_ADD, values))

    async def counters(self) -> Mapping[str, int]:
        """Return all counters."""
        return await self._database.read(
            lambda conn: dict(conn.execute(_COUNTERS, (_CATEGORY,)).fetchall())
        )

    async def keep(self, snapshot: Snapshot) -> None:
        """Store a snapshot."""
        values = (stamp(snapshot.at), json.dumps(dict(snapshot.values)))
        await self._database.write(lambda conn: conn.execute(_KEEP, values))

    async def snapshots(self, since: datetime) -> tuple[Snapshot, ...]:
        """Return the snapshots from then on."""

        def work(conn: sqlite3.Connection) -> tuple[Snapshot, ...]:
            return tuple(
                Snapshot(at=parse(at), values=json.loads(counters))
                for at, counters in conn.execute(_SINCE, (stamp(since),))
            )

        return await self._database.read(work)
