"""What models have cost."""

import sqlite3
from datetime import date, datetime
from functools import partial

from memory_core.model import Spending, TurnId, Usage, UserId
from storage.sqlite.database import Database
from storage.sqlite.rows import stamp

_INSERT = """
INSERT INTO usage
  (day, user_id, turn_id, model, input_tokens, cache_creation_tokens, cache_read_tokens,
   output_tokens, cost_usd)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_SINCE = """
SELECT model, sum(input_tokens), sum(cache_creation_tokens), sum(cache_read_tokens),
  sum(output_tokens), sum(cost_usd)
FROM usage WHERE day >= ? AND (user_id = ? OR ? IS NULL) GROUP BY model ORDER BY model
"""


class SqliteUsageLog:
    """UsageLog over SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, user: UserId, spent: Spending, now: datetime) -> None:
        """Note what work in the background has cost."""
        day = stamp(now)[:10]
        await self._database.write(lambda conn: insert(conn, spent, day, user, None))

    async def since(self, day: date, user: UserId | None = None) -> tuple[Spending, ...]:
        """Return the sums per model."""
        return await self._database.read(partial(_since, day, user))


def insert(
    conn: sqlite3.Connection, spent: Spending, day: str, user: UserId, turn_id: TurnId | None
) -> None:
    """Note a spending within somebody's transaction."""
    usage = spent.usage
    counts = (
        usage.input_tokens,
        usage.cache_creation_tokens,
        usage.cache_read_tokens,
        usage.output_tokens,
    )
    conn.execute(_INSERT, (day, user, turn_id, spent.model, *counts, spent.cost_usd))


def _since(day: date, user: UserId | None, conn: sqlite3.Connection) -> tuple[Spending, ...]:
    return tuple(
        Spending(
            model=model,
            usage=Usage(
                input_tokens=counts[0],
                cache_creation_tokens=counts[1],
                cache_read_tokens=counts[2],
                output_tokens=counts[3],
            ),
            cost_usd=cost,
        )
        for model, *counts, cost in conn.execute(_SINCE, (day.isoformat(), user, user))
    )
