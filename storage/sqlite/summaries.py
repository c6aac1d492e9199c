"""Attempts to compact sessions, each ended once, and the summaries they led to."""

import sqlite3
from datetime import datetime, timedelta
from functools import partial

from memory_core.audit import of_session
from memory_core.errors import NothingToUndo
from memory_core.model import SessionId, Summary, UserId
from memory_core.summaries import Attempt, AttemptCounts, AttemptId, Material, NewSummary
from storage.sqlite import audit, context, rows
from storage.sqlite.database import Database
from storage.sqlite.rows import stamp

_END = "UPDATE compaction_attempts SET outcome = ?, reason = ?, ended_at = ? WHERE outcome IS NULL"
_STALE = f"{_END} AND NOT (lease_since <= ? AND ? < lease_until)"
_STALE_OF_SESSION = f"{_STALE} AND session_id = ?"
_END_OF_SESSION = f"{_END} AND session_id = ?"
_END_ONE = f"{_END} AND id = ?"
_CLAIM = """
INSERT INTO compaction_attempts
  (session_id, epoch, reset_seq, base_version, started_at, lease_since, lease_until)
SELECT id, epoch, reset_seq, summary_version, ?, ?, ? FROM ai_sessions
WHERE id = ? AND deleted_at IS NULL AND epoch = ? AND summary_version = ?
ON CONFLICT DO NOTHING RETURNING id
"""
_RENEW = """
UPDATE compaction_attempts SET lease_since = ?, lease_until = ? WHERE id = ? AND outcome IS NULL
"""
_MAY_SUCCEED = """
SELECT a.session_id FROM compaction_attempts a
JOIN ai_sessions s ON s.id = a.session_id AND s.epoch = a.epoch
  AND s.summary_version = a.base_version
LEFT JOIN compaction_attempts c ON c.session_id = s.id AND c.version = s.summary_version
WHERE a.id = ? AND a.outcome IS NULL AND max(s.reset_seq, coalesce(c.covers_seq, 0)) <= ?
"""
_SUCCEED = """
UPDATE compaction_attempts SET outcome = 'success', ended_at = ?,
  version = (SELECT coalesce(max(version), 0) + 1 FROM compaction_attempts WHERE session_id = ?),
  covers_seq = ?, messages = ?, tokens_before = ?, tokens_after = ?, model = ?, extractive = ?,
  summary = ?, dimensions = ?
WHERE id = ?
RETURNING version
"""
_USE = "UPDATE ai_sessions SET summary_version = ? WHERE id = ?"
_VERSIONS = f"""
SELECT {rows.SUMMARY_COLUMNS} FROM compaction_attempts
WHERE session_id = ? AND outcome = 'success'
  AND reset_seq = (SELECT reset_seq FROM ai_sessions WHERE id = ? AND deleted_at IS NULL)
ORDER BY version DESC
"""
_BASE = "SELECT base_version FROM compaction_attempts WHERE session_id = ? AND version = ?"
_RESTORE = "UPDATE ai_sessions SET summary_version = ?, epoch = epoch + 1 WHERE id = ?"
_COUNTS = """
SELECT count(*), total(outcome = 'success'), total(outcome = 'failed'),
  total(outcome = 'discarded'), total(outcome IS NULL),
  min(CASE WHEN outcome IS NULL THEN started_at END), total(tokens_before - tokens_after)
FROM compaction_attempts WHERE started_at >= ?
"""
_ERASE = """
UPDATE compaction_attempts SET session_id = NULL, covers_seq = NULL, summary = NULL,
  dimensions = NULL, reason = NULL
WHERE session_id = ?
"""
_LEASE_OVER = "the lease was over"


class SqliteSummaries:
    """Summaries over SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(
        self, session: SessionId, epoch: int, base_version: int, now: datetime, lease: timedelta
    ) -> Attempt | None:
        """Claim a session, after ending a claim that does not hold any more."""
        at, until = stamp(now), now + lease

        def work(conn: sqlite3.Connection) -> Attempt | None:
            conn.execute(_STALE_OF_SESSION, ("failed", _LEASE_OVER, at, at, at, session))
            values = (at, stamp(now - lease), stamp(until), session, epoch, base_version)
            claimed = conn.execute(_CLAIM, values).fetchone()
            if claimed is None:
                return None
            return Attempt(
                id=AttemptId(claimed[0]),
                session_id=session,
                epoch=epoch,
                base_version=base_version,
                lease_until=until,
            )

        return await self._database.write(work)

    async def material(self, session: SessionId) -> Material:
        """Return the current summary and the visible messages after it."""
        return await self._database.read(partial(_material, session))

    async def renew(self, attempt: AttemptId, now: datetime, lease: timedelta) -> bool:
        """Extend a lease."""
        return await self._changed(_RENEW, (stamp(now - lease), stamp(now + lease), attempt))

    async def succeed(self, attempt: AttemptId, summary: NewSummary, now: datetime) -> bool:
        """End an attempt with a summary, or as discarded when it comes too late."""
        return await self._database.write(partial(_succeed, attempt, summary, stamp(now)))

    async def fail(self, attempt: AttemptId, reason: str, now: datetime) -> bool:
        """End an attempt without a summary."""
        return await self._changed(_END_ONE, ("failed", reason, stamp(now), attempt))

    async def sweep(self, now: datetime) -> int:
        """End all claims that do not hold any more as failed."""
        at = stamp(now)
        return await self._database.write(
            lambda conn: conn.execute(_STALE, ("failed", _LEASE_OVER, at, at, at)).rowcount
        )

    async def versions(self, session: SessionId) -> tuple[Summary, ...]:
        """Return the summaries since the last reset, newest first."""
        found = await self._database.read(
            lambda conn: conn.execute(_VERSIONS, (session, session)).fetchall()
        )
        return tuple(map(rows.summary, found))

    async def restore_previous(
        self, session: SessionId, user: UserId, now: datetime
    ) -> Summary | None:
        """Make the version that the current one was made from current again."""
        return await self._database.write(partial(_restore, session, user, stamp(now)))

    async def counts(self, since: datetime | None = None) -> AttemptCounts:
        """Return the sums over attempts."""
        begun = "" if since is None else stamp(since)
        return _counts(
            await self._database.read(lambda conn: conn.execute(_COUNTS, (begun,)).fetchone())
        )

    async def _changed(self, statement: str, values: rows.Row) -> bool:
        return await self._database.write(
            lambda conn: conn.execute(statement, values).rowcount > 0
        )


def discard(conn: sqlite3.Connection, session: SessionId, reason: str, at: str) -> None:
    """End an open attempt as discarded within somebody's transaction."""
    conn.execute(_END_OF_SESSION, ("discarded", reason, at, session))


def erase(conn: sqlite3.Connection, session: SessionId) -> None:
    """Forget of a session's attempts all but that they were made: counters never decrease."""
    conn.execute(_ERASE, (session,))


def _material(session: SessionId, conn: sqlite3.Connection) -> Material:
    known, summary = context.of_session(conn, session)
    newest_first = tuple(context.newest_first(conn, known, summary))
    return Material(session=known, summary=summary, messages=newest_first[::-1])


def _succeed(attempt: AttemptId, new: NewSummary, at: str, conn: sqlite3.Connection) -> bool:
    found = conn.execute(_MAY_SUCCEED, (attempt, new.covers_seq)).fetchone()
    if found is None:
        conn.execute(_END_ONE, ("discarded", "overtaken", at, attempt))
        return False
    (session,) = found
    (version,) = conn.execute(_SUCCEED, (at, session, *_values(new), attempt)).fetchone()
    conn.execute(_USE, (version, session))
    return True


def _values(new: NewSummary) -> rows.Row:
    return (
        new.covers_seq,
        new.messages,
        new.tokens_before,
        new.tokens,
        new.model,
        new.extractive,
        new.text,
        new.dimensions,
    )


def _restore(
    session: SessionId, user: UserId, at: str, conn: sqlite3.Connection
) -> Summary | None:
    _, current = context.of_session(conn, session)
    if current is None:
        raise NothingToUndo
    (version,) = conn.execute(_BASE, (session, current.version)).fetchone()
    conn.execute(_RESTORE, (version, session))
    discard(conn, session, "summary withdrawn", at)
    audit.insert(conn, of_session("summary_restore", user, session), at)
    return context.summary(conn, session, version)


def _counts(row: rows.Row) -> AttemptCounts:
    trigger, success, failure, discarded, pending, oldest, saved = row
    return AttemptCounts(
        trigger=trigger,
        success=int(success),
        failure=int(failure),
        discarded=int(discarded),
        pending=int(pending),
        oldest_pending=None if oldest is None else rows.parse(oldest),
        tokens_saved=int(saved),
    )
