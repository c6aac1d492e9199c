"""What was said: the bounded read before a turn and the one transaction after it."""

import sqlite3
from collections.abc import Callable, Sequence
from functools import partial

from memory_core.model import (
    Commit,
    Message,
    NewMessage,
    Seq,
    SessionId,
    StoredContext,
    TurnId,
    TurnRecord,
    UserId,
)
from storage.sqlite import audit, context, inbox, outbox, rows, steps, usage
from storage.sqlite.database import Database

_LAST_QUESTION = f"""
SELECT {rows.MESSAGE_COLUMNS} FROM ai_messages
WHERE session_id = ? AND user_id = ? AND role = 'user' AND state <> 'superseded'
  AND seq > (
    SELECT max(s.reset_seq, coalesce(c.covers_seq, 0)) FROM ai_sessions s
    LEFT JOIN compaction_attempts c ON c.session_id = s.id AND c.version = s.summary_version
    WHERE s.id = ?
  )
ORDER BY seq DESC LIMIT 1
"""
_PAGE = f"""
SELECT {rows.MESSAGE_COLUMNS} FROM ai_messages
WHERE session_id = ? AND seq < ? ORDER BY seq DESC LIMIT ?
"""
_STORED_BEFORE = "SELECT 1 FROM audit_logs WHERE turn_id = ?"
_FENCE = (
    "SELECT epoch, dropped_epoch, reset_seq FROM ai_sessions WHERE id = ? AND deleted_at IS NULL"
)
_INSERT = """
INSERT INTO ai_messages
  (session_id, turn_id, role, content, user_id, speaker, origin, state, token_count, created_at,
   rounds)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_ANSWER_TOKENS = """
SELECT coalesce(sum(token_count), 0) FROM ai_messages
WHERE session_id = ? AND seq > ? AND turn_id = ? AND role = 'assistant' AND state <> 'superseded'
"""
_SUPERSEDE_ANSWER = """
UPDATE ai_messages SET state = 'superseded'
WHERE session_id = ? AND seq > ? AND turn_id = ? AND role = 'assistant'
"""
_QUESTION_ANSWERED = "UPDATE ai_messages SET state = 'complete' WHERE seq = ?"
_TOUCH = """
UPDATE ai_sessions SET updated_at = ?, tokens_since_reset = tokens_since_reset + ?,
  title = CASE title WHEN '' THEN ? ELSE title END
WHERE id = ?
"""
_MARK_TRUNCATED = "UPDATE ai_messages SET l1_counted = 1 WHERE seq = ? AND l1_counted = 0"
_NEWEST = 2**63 - 1


class SqliteTurns:
    """Turns over SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(
        self, session: SessionId, budget: int, cost: Callable[[Message], int]
    ) -> StoredContext:
        """Return the session and its newest visible messages up to ``budget``."""
        return await self._database.read(partial(_load, session, budget, cost))

    async def commit(self, record: TurnRecord) -> Commit:
        """Store a turn in one transaction."""
        return await self._database.write(partial(_commit, record))

    async def last_question(self, session: SessionId, user: UserId) -> Message | None:
        """Return the newest visible question of ``user``."""
        found = await self._database.read(
            lambda conn: _messages(conn, _LAST_QUESTION, (session, user, session))
        )
        return found[0] if found else None

    async def mark_truncated(self, messages: Sequence[Seq]) -> int:
        """Note that messages were shown shortened; return for how many it is the first time."""
        if not messages:
            return 0
        values = [(seq,) for seq in messages]
        return await self._database.write(
            lambda conn: conn.executemany(_MARK_TRUNCATED, values).rowcount
        )

    async def page(
        self, session: SessionId, before: int | None, limit: int
    ) -> tuple[Message, ...]:
        """Return stored messages older than ``before``, newest first."""
        values = (session, before or _NEWEST, limit)
        return await self._database.read(lambda conn: _messages(conn, _PAGE, values))


def _load(
    session_id: SessionId,
    budget: int,
    cost: Callable[[Message], int],
    conn: sqlite3.Connection,
) -> StoredContext:
    session, summary = context.of_session(conn, session_id)
    newest_first: list[Message] = []
    for message in context.newest_first(conn, session, summary):
        newest_first.append(message)
        budget -= cost(message)
        if budget < 0:
            break
    return StoredContext(
        session=session,
        history=tuple(reversed(newest_first)),
        summary=summary,
        compaction=context.compaction(conn, session),
    )


def _messages(conn: sqlite3.Connection, query: str, values: rows.Row) -> tuple[Message, ...]:
    return tuple(context.message(conn, row) for row in conn.execute(query, values).fetchall())


def _commit(record: TurnRecord, conn: sqlite3.Connection) -> Commit:
    if conn.execute(_STORED_BEFORE, (record.turn_id,)).fetchone() is not None:
        return "duplicate"
    at = rows.stamp(record.at)
    if record.spending is not None:
        usage.insert(conn, record.spending, at[:10], record.user_id, record.turn_id)
    if record.session_id is not None:
        fence = conn.execute(_FENCE, (record.session_id,)).fetchone()
        if (fenced := _fenced(record, fence)) is not None:
            if fenced == "dropped":
                inbox.settle(conn, record.answers, at)
            return fenced
        _store_messages(record, record.session_id, at, conn)
    inbox.settle(conn, record.answers, at)
    outbox.insert(conn, record.replies, record.turn_id, at)
    audit.insert(conn, record.audit, at, record.turn_id)
    return "stored"


def _fenced(record: TurnRecord, fence: tuple[int, int, int] | None) -> Commit | None:
    """Tell whether a write comes too late: a deleted session drops all."""
    if fence is None:
        return "dropped"
    epoch, dropped_epoch, reset_seq = fence
    if record.epoch < dropped_epoch:
        return "dropped"
    if record.retries is not None and record.retries.seq <= reset_seq:
        return "dropped"
    return None if record.epoch == epoch else "rerun"


def _store_messages(
    record: TurnRecord, session: SessionId, at: str, conn: sqlite3.Connection
) -> None:
    """Insert what is new; an answer to a retried question replaces the former one."""
    turn_id, added = record.turn_id, 0
    if record.retries is not None and record.answer is not None:
        turn_id = record.retries.turn_id
        former = (session, record.retries.seq, turn_id)
        added -= conn.execute(_ANSWER_TOKENS, former).fetchone()[0]
        conn.execute(_SUPERSEDE_ANSWER, former)
        conn.execute(_QUESTION_ANSWERED, (record.retries.seq,))
    for message in (record.question, record.answer):
        if message is not None:
            inserted = conn.execute(_INSERT, _values(message, session, turn_id, at))
            if message.rounds:
                steps.insert(conn, inserted.lastrowid or 0, message.rounds)
            added += message.tokens
    conn.execute(_TOUCH, (at, added, record.title, session))


def _values(message: NewMessage, session: SessionId, turn_id: TurnId, at: str) -> rows.Row:
    return (
        session,
        turn_id,
        message.role,
        message.content,
        message.user_id,
        message.speaker,
        message.origin,
        message.state,
        message.tokens,
        at,
        len(message.rounds),
    )
