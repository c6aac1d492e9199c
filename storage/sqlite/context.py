"""What a session shows: its current summary, and the messages after that and the last reset."""

import sqlite3
from collections.abc import Iterator
from functools import partial

from memory_core.errors import SessionNotFound
from memory_core.model import CompactionState, Message, Session, SessionId, Summary
from storage.sqlite import rows, steps

_SESSION = f"""
SELECT {rows.SESSION_COLUMNS}, summary_version FROM ai_sessions
WHERE id = ? AND deleted_at IS NULL
"""
_SUMMARY = f"""
SELECT {rows.SUMMARY_COLUMNS} FROM compaction_attempts WHERE session_id = ? AND version = ?
"""
_VISIBLE = f"""
SELECT {rows.MESSAGE_COLUMNS} FROM ai_messages
WHERE session_id = ? AND seq > ? AND state <> 'superseded' ORDER BY seq DESC
"""
_ATTEMPTS = """
SELECT outcome, ended_at FROM compaction_attempts
WHERE session_id = ? AND reset_seq = ? ORDER BY id DESC
"""


def of_session(conn: sqlite3.Connection, session: SessionId) -> tuple[Session, Summary | None]:
    """Return a session and its current summary. Raises SessionNotFound."""
    row = conn.execute(_SESSION, (session,)).fetchone()
    if row is None:
        raise SessionNotFound(session)
    return rows.session(row[:-1]), summary(conn, session, row[-1])


def summary(conn: sqlite3.Connection, session: SessionId, version: int) -> Summary | None:
    """Return one version of the summary of a session; None for version 0."""
    if not version:
        return None
    return rows.summary(conn.execute(_SUMMARY, (session, version)).fetchone())


def newest_first(
    conn: sqlite3.Connection, session: Session, current: Summary | None
) -> Iterator[Message]:
    """Yield the visible messages with their tool rounds, read one by one."""
    boundary = session.reset_seq
    if current is not None:
        boundary = max(boundary, current.covers_seq)
    return map(partial(message, conn), conn.execute(_VISIBLE, (session.id, boundary)))


def compaction(conn: sqlite3.Connection, session: Session) -> CompactionState:
    """Return how the attempts since the last success or reset went."""
    pending, failures, failed_at = False, 0, None
    for outcome, ended_at in conn.execute(_ATTEMPTS, (session.id, session.reset_seq)):
        if outcome == "success":
            break
        pending |= outcome is None
        if outcome == "failed":
            failures += 1
            failed_at = failed_at or ended_at
    return CompactionState(
        pending=pending,
        failures=failures,
        failed_at=None if failed_at is None else rows.parse(failed_at),
    )


def message(conn: sqlite3.Connection, row: rows.Row) -> Message:
    """Return the message of a row of MESSAGE_COLUMNS with its tool rounds."""
    read = rows.message(row)
    return steps.with_rounds(conn, read) if rows.has_rounds(row) else read
