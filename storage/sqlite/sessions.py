"""Conversations, which of them each chat is having, and what can be undone."""

import secrets
import sqlite3
from datetime import datetime, timedelta
from functools import partial

from memory_core.audit import of_session
from memory_core.errors import NothingToUndo, SessionNotFound
from memory_core.model import (
    AgentId,
    ChatKey,
    Reset,
    Session,
    SessionId,
    SessionInfo,
    UserId,
)
from storage.sqlite import audit, rows, summaries
from storage.sqlite.database import Database

_COLUMNS = ", ".join(f"s.{name.strip()}" for name in rows.SESSION_COLUMNS.split(","))
_BOUND = f"""
SELECT {_COLUMNS} FROM chat_bindings b JOIN ai_sessions s ON s.id = b.session_id
WHERE b.chat_key = ? AND s.deleted_at IS NULL
"""
_BY_ID = f"SELECT {_COLUMNS} FROM ai_sessions s WHERE s.id = ? AND s.deleted_at IS NULL"
_OF_CHAT = f"""
SELECT {_COLUMNS}, (
    SELECT count(*) FROM ai_messages m
    WHERE m.session_id = s.id AND m.seq > s.reset_seq AND m.state <> 'superseded'
  ),
  EXISTS (SELECT 1 FROM chat_bindings b WHERE b.chat_key = s.chat_key AND b.session_id = s.id)
FROM ai_sessions s WHERE s.chat_key = ? AND s.deleted_at IS NULL
ORDER BY s.updated_at DESC, s.created_at DESC
"""
_INSERT = """
INSERT INTO ai_sessions
  (id, chat_key, user_id, agent_id, title, reset_at, created_at, updated_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)
"""
_BIND = """
INSERT INTO chat_bindings (chat_key, session_id, bound_at) VALUES (?, ?, ?)
ON CONFLICT (chat_key) DO UPDATE SET session_id = excluded.session_id, bound_at = excluded.bound_at
"""
_BIND_IF_FREE = (
    "INSERT OR IGNORE INTO chat_bindings (chat_key, session_id, bound_at) VALUES (?, ?, ?)"
)
_UNBIND = "DELETE FROM chat_bindings WHERE session_id = ?"
_HAS_MESSAGES = "SELECT EXISTS (SELECT 1 FROM ai_messages WHERE session_id = ?)"
_RENAME = "UPDATE ai_sessions SET title = ? WHERE id = ?"
_USED = "UPDATE ai_sessions SET updated_at = ? WHERE id = ?"
_FENCE = "UPDATE ai_sessions SET epoch = epoch + 1, dropped_epoch = epoch + 1 WHERE id = ?"
_VISIBLE = """
SELECT count(*), max(seq) FROM ai_messages
WHERE session_id = ? AND seq > ? AND state <> 'superseded'
"""
_REMEMBER_RESET = """
INSERT INTO session_resets
  (session_id, user_id, at, epoch, reset_seq, reset_at, tokens_since_reset, summary_version)
SELECT id, ?, ?, epoch, reset_seq, reset_at, tokens_since_reset, summary_version
FROM ai_sessions WHERE id = ?
"""
_RESET = """
UPDATE ai_sessions SET reset_seq = ?, reset_at = ?, tokens_since_reset = 0, summary_version = 0
WHERE id = ?
"""
_LATEST_RESET = """
SELECT r.id, r.at, r.session_id, r.reset_seq, r.reset_at, r.tokens_since_reset, r.summary_version,
  s.reset_seq
FROM session_resets r JOIN ai_sessions s ON s.id = r.session_id
WHERE s.chat_key = ? AND s.deleted_at IS NULL AND r.undone_at IS NULL AND r.at >= ?
  AND (? IS NULL OR r.session_id = ?)
ORDER BY r.id DESC LIMIT 1
"""
_LATEST_DELETED = f"""
SELECT {_COLUMNS}, s.deleted_at FROM ai_sessions s
WHERE s.chat_key = ? AND s.deleted_at >= ? AND (? IS NULL OR s.id = ?)
ORDER BY s.deleted_at DESC LIMIT 1
"""
_RESTORE = """
UPDATE ai_sessions SET epoch = epoch + 1, reset_seq = ?, reset_at = ?,
  tokens_since_reset = tokens_since_reset + ?, summary_version = ?
WHERE id = ?
"""
_UNDONE = "UPDATE session_resets SET undone_at = ? WHERE id = ?"
_COUNT_BETWEEN = """
SELECT count(*) FROM ai_messages
WHERE session_id = ? AND seq > ? AND seq <= ? AND state <> 'superseded'
"""
_DELETE = "UPDATE ai_sessions SET deleted_at = ? WHERE id = ?"
_UNDELETE = "UPDATE ai_sessions SET deleted_at = NULL, epoch = epoch + 1 WHERE id = ?"
_DELETED_BEFORE = "SELECT id FROM ai_sessions WHERE deleted_at < ?"
_ERASE = (
    """DELETE FROM turn_steps
       WHERE message_seq IN (SELECT seq FROM ai_messages WHERE session_id = ?)""",
    "DELETE FROM ai_messages WHERE session_id = ?",
    "DELETE FROM session_resets WHERE session_id = ?",
    "DELETE FROM ai_sessions WHERE id = ?",
)


class SqliteSessions:
    """Sessions over SQLite."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def current(self, chat: ChatKey, user: UserId, agent: AgentId, now: datetime) -> Session:
        """Return the bound session, opening one when there is none."""
        found = await self._database.read(partial(_bound, chat))
        if found is not None:
            return found
        return await self._database.write(
            lambda conn: _bound(chat, conn) or _open(conn, chat, user, agent, "", now)
        )

    async def open(
        self, chat: ChatKey, user: UserId, agent: AgentId, title: str, now: datetime
    ) -> tuple[Session, Session | None]:
        """Bind a fresh session and fence the former one."""

        def work(conn: sqlite3.Connection) -> tuple[Session, Session | None]:
            former = _bound(chat, conn)
            if former is not None:
                conn.execute(_FENCE, (former.id,))
                summaries.discard(conn, former.id, "session left", rows.stamp(now))
                if not conn.execute(_HAS_MESSAGES, (former.id,)).fetchone()[0]:
                    conn.execute(_RENAME, (title or former.title, former.id))
                    return _by_id(conn, former.id), None
            return _open(conn, chat, user, agent, title, now), former

        return await self._database.write(work)

    async def of_chat(self, chat: ChatKey) -> tuple[SessionInfo, ...]:
        """Return the chat's sessions, last used first."""
        found = await self._database.read(lambda conn: conn.execute(_OF_CHAT, (chat,)).fetchall())
        return tuple(
            SessionInfo(session=rows.session(row[:-2]), messages=row[-2], current=bool(row[-1]))
            for row in found
        )

    async def switch(self, chat: ChatKey, session: SessionId, now: datetime) -> Session:
        """Bind ``chat`` to another of its sessions."""

        def work(conn: sqlite3.Connection) -> Session:
            _in_chat(conn, chat, session)
            conn.execute(_BIND, (chat, session, rows.stamp(now)))
            conn.execute(_USED, (rows.stamp(now), session))
            return _by_id(conn, session)

        return await self._database.write(work)

    async def rename(self, chat: ChatKey, session: SessionId, title: str) -> Session:
        """Give a session another title."""

        def work(conn: sqlite3.Connection) -> Session:
            _in_chat(conn, chat, session)
            conn.execute(_RENAME, (title, session))
            return _by_id(conn, session)

        return await self._database.write(work)

    async def delete(
        self, chat: ChatKey, session: SessionId, user: UserId, now: datetime
    ) -> Session:
        """Hide a session until it is undeleted or purged."""

        def work(conn: sqlite3.Connection) -> Session:
            target, at = _in_chat(conn, chat, session), rows.stamp(now)
            conn.execute(_FENCE, (session,))
            summaries.discard(conn, session, "session deleted", at)
            conn.execute(_DELETE, (at, session))
            conn.execute(_UNBIND, (session,))
            audit.insert(conn, of_session("session_delete", user, session), at)
            return target

        return await self._database.write(work)

    async def reset(self, session: SessionId, user: UserId, now: datetime) -> Reset:
        """End the context of a session."""

        def work(conn: sqlite3.Connection) -> Reset:
            before, at = _by_id(conn, session), rows.stamp(now)
            messages, newest = conn.execute(_VISIBLE, (session, before.reset_seq)).fetchone()
            if messages:
                conn.execute(_REMEMBER_RESET, (user, at, session))
            conn.execute(_RESET, (newest or before.reset_seq, at, session))
            conn.execute(_FENCE, (session,))
            summaries.discard(conn, session, "session reset", at)
            audit.insert(conn, of_session("session_reset", user, session), at)
            return Reset(session=_by_id(conn, session), messages=messages)

        return await self._database.write(work)

    async def undo(
        self,
        chat: ChatKey,
        user: UserId,
        now: datetime,
        within: timedelta,
        only: SessionId | None = None,
    ) -> Reset | Session:
        """Take back the chat's latest reset or deletion."""

        def work(conn: sqlite3.Connection) -> Reset | Session:
            sought = (chat, rows.stamp(now - within), only, only)
            reset = conn.execute(_LATEST_RESET, sought).fetchone()
            deleted = conn.execute(_LATEST_DELETED, sought).fetchone()
            if deleted is not None and (reset is None or deleted[-1] >= reset[1]):
                return _undelete(conn, rows.session(deleted[:-1]), user, rows.stamp(now))
            if reset is None:
                raise NothingToUndo
            return _undo_reset(conn, reset, user, rows.stamp(now))

        return await self._database.write(work)

    async def purge_deleted(self, before: datetime) -> int:
        """Erase sessions deleted before then."""

        def work(conn: sqlite3.Connection) -> int:
            ids = conn.execute(_DELETED_BEFORE, (rows.stamp(before),)).fetchall()
            for statement in _ERASE:
                conn.executemany(statement, ids)
            for (session,) in ids:
                summaries.erase(conn, session)
            return len(ids)

        return await self._database.write(work)


def _bound(chat: ChatKey, conn: sqlite3.Connection) -> Session | None:
    row = conn.execute(_BOUND, (chat,)).fetchone()
    return None if row is None else rows.session(row)


def _by_id(conn: sqlite3.Connection, session: SessionId) -> Session:
    row = conn.execute(_BY_ID, (session,)).fetchone()
    if row is None:
        raise SessionNotFound(session)
    return rows.session(row)


def _in_chat(conn: sqlite3.Connection, chat: ChatKey, session: SessionId) -> Session:
    found = _by_id(conn, session)
    if found.chat != chat:
        raise SessionNotFound(session)
    return found


def _open(  # noqa: PLR0917 - the columns of a new row
    conn: sqlite3.Connection,
    chat: ChatKey,
    user: UserId,
    agent: AgentId,
    title: str,
    now: datetime,
) -> Session:
    session, at = SessionId(secrets.token_hex(8)), rows.stamp(now)
    conn.execute(_INSERT, (session, chat, user, agent, title, at, at, at))
    conn.execute(_BIND, (chat, session, at))
    return _by_id(conn, session)


def _undo_reset(conn: sqlite3.Connection, reset: rows.Row, user: UserId, at: str) -> Reset:
    reset_id, _, session, reset_seq, reset_at, tokens, version, cleared_seq = reset
    conn.execute(_RESTORE, (reset_seq, reset_at, tokens, version, session))
    summaries.discard(conn, session, "reset undone", at)
    conn.execute(_UNDONE, (at, reset_id))
    audit.insert(conn, of_session("session_undo", user, session), at)
    (messages,) = conn.execute(_COUNT_BETWEEN, (session, reset_seq, cleared_seq)).fetchone()
    return Reset(session=_by_id(conn, session), messages=messages)


def _undelete(conn: sqlite3.Connection, session: Session, user: UserId, at: str) -> Session:
    conn.execute(_UNDELETE, (session.id,))
    conn.execute(_BIND_IF_FREE, (session.chat, session.id, at))
    audit.insert(conn, of_session("session_undo", user, session.id), at)
    return _by_id(conn, session.id)
