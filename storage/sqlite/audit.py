"""The audit log."""

import json
import sqlite3
from datetime import datetime

from memory_core.model import AuditEntry, TurnId
from storage.sqlite.database import Database
from storage.sqlite.rows import stamp

_INSERT = """
INSERT INTO audit_logs (created_at, module, operation, user_id, turn_id, details)
VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
_RECENT = """
SELECT module, operation, user_id, details FROM audit_logs ORDER BY id DESC LIMIT ?
"""


class SqliteAuditLog:
    """AuditLog over SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, entry: AuditEntry, now: datetime, turn_id: TurnId | None = None) -> None:
        """Append a line."""
        await self._database.write(lambda conn: insert(conn, entry, stamp(now), turn_id))

    async def recent(self, limit: int) -> tuple[AuditEntry, ...]:
        """Return the newest lines, newest first."""
        return await self._database.read(lambda conn: _recent(conn, limit))


def insert(
    conn: sqlite3.Connection, entry: AuditEntry, now: str, turn_id: TurnId | None = None
) -> None:
    """Append a line within somebody's transaction."""
    details = json.dumps(entry.details, ensure_ascii=False, separators=(",", ":"))
    conn.execute(_INSERT, (now, entry.module, entry.operation, entry.user_id, turn_id, details))


def _recent(conn: sqlite3.Connection, limit: int) -> tuple[AuditEntry, ...]:
    return tuple(
        AuditEntry(module=module, operation=operation, user_id=user, details=json.loads(details))
        for module, operation, user, details in conn.execute(_RECENT, (limit,))
    )
