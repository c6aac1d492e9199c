"""Who runs the bot, by a one-time code."""

import sqlite3
from datetime import datetime
from functools import partial

from memory_core.delivery import ClaimOutcome
from memory_core.model import UserId
from memory_core.policy import WRONG_CLAIMS
from storage.sqlite.database import Database
from storage.sqlite.rows import stamp

_ALL = "SELECT user_id FROM operators"
_END_ALL = "UPDATE claims SET ended = 1"
_OFFER = "INSERT INTO claims (code_hash, until) VALUES (?, ?)"
_TAKE = """
UPDATE claims SET ended = 1 WHERE code_hash = ? AND ended = 0 AND until > ?
"""
_ENROL = "INSERT INTO operators (user_id, since) VALUES (?, ?) ON CONFLICT DO NOTHING"
_KNOWN = "SELECT 1 FROM claims WHERE code_hash = ?"
_WRONG = "UPDATE claims SET wrong = wrong + 1, ended = (wrong + 1 >= ?) WHERE ended = 0"
_BURN = "UPDATE claims SET ended = 1 WHERE code_hash = ? AND ended = 0"


class SqliteOperators:
    """Operators over SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> frozenset[UserId]:
        """Return those who became operators by a claim."""
        found = await self._database.read(lambda conn: conn.execute(_ALL).fetchall())
        return frozenset(user for (user,) in found)

    async def offer(self, code_hash: str, until: datetime) -> None:
        """Make a one-time code valid; earlier codes end."""

        def work(conn: sqlite3.Connection) -> None:
            conn.execute(_END_ALL)
            conn.execute(_OFFER, (code_hash, stamp(until)))

        await self._database.write(work)

    async def claim(self, code_hash: str, user: UserId, now: datetime) -> ClaimOutcome:
        """Make ``user`` an operator if the code is right."""
        return await self._database.write(partial(_claim, code_hash, user, stamp(now)))

    async def burn(self, code_hash: str) -> bool:
        """End a code that others have seen."""
        return await self._database.write(
            lambda conn: conn.execute(_BURN, (code_hash,)).rowcount > 0
        )


def _claim(code_hash: str, user: UserId, now: str, conn: sqlite3.Connection) -> ClaimOutcome:
    if conn.execute(_TAKE, (code_hash, now)).rowcount:
        conn.execute(_ENROL, (user, now))
        return "granted"
    if conn.execute(_KNOWN, (code_hash,)).fetchone() is not None:
        return "over"
    conn.execute(_WRONG, (WRONG_CLAIMS,))
    return "wrong"
