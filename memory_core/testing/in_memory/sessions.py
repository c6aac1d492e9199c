"""Conversations, in memory."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from uuid import uuid4

from memory_core import audit
from memory_core.errors import NothingToUndo
from memory_core.model import (
    AgentId,
    ChatKey,
    Reset,
    Session,
    SessionId,
    SessionInfo,
    UserId,
)
from memory_core.testing.in_memory.database import Database, SessionRow, UndoPoint, fenced


class InMemorySessions:
    """Conversations and which of them each chat is having."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def current(self, chat: ChatKey, user: UserId, agent: AgentId, now: datetime) -> Session:
        """Return the session bound to ``chat``; open and bind one when there is none."""
        bound = self._database.bindings.get(chat)
        session = self._database.session(bound) if bound else self._begin(chat, user, agent, now)
        await asyncio.sleep(0)
        return session

    async def open(
        self, chat: ChatKey, user: UserId, agent: AgentId, title: str, now: datetime
    ) -> tuple[Session, Session | None]:
        """Bind ``chat`` to a fresh session; return it and the former one."""
        opened = self._open(chat, user, agent, title, now)
        await asyncio.sleep(0)
        return opened

    async def of_chat(self, chat: ChatKey) -> tuple[SessionInfo, ...]:
        """Return the chat's sessions, last used first."""
        await asyncio.sleep(0)
        rows = self._database.sessions.values()
        shown = [r.session for r in rows if r.session.chat == chat and r.deleted_at is None]
        shown.sort(key=lambda session: session.updated_at)
        return tuple(self._info(session) for session in reversed(shown))

    async def switch(self, chat: ChatKey, session: SessionId, now: datetime) -> Session:
        """Bind ``chat`` to another of its sessions."""
        row = self._database.row(session, chat)
        self._database.bindings[chat] = session
        used = self._database.put(replace(row, session=replace(row.session, updated_at=now)))
        await asyncio.sleep(0)
        return used

    async def rename(self, chat: ChatKey, session: SessionId, title: str) -> Session:
        """Give a session of ``chat`` a title."""
        row = self._database.row(session, chat)
        renamed = self._database.put(replace(row, session=replace(row.session, title=title)))
        await asyncio.sleep(0)
        return renamed

    async def delete(
        self, chat: ChatKey, session: SessionId, user: UserId, now: datetime
    ) -> Session:
        """Hide a session of ``chat`` and unbind it."""
        row = self._database.row(session, chat)
        self._remember(row, user, now, deletion=True)
        self._database.note(audit.of_session("session_delete", user, session), now, None)
        deleted = self._database.put(replace(fenced(row, drop=True), deleted_at=now))
        self._database.attempts.discard(session, now)
        if self._database.bindings.get(chat) == session:
            del self._database.bindings[chat]
        await asyncio.sleep(0)
        return deleted

    async def reset(self, session: SessionId, user: UserId, now: datetime) -> Reset:
        """End the context of a session."""
        row = self._database.row(session)
        hidden = self._database.since_reset(session)
        if hidden:
            self._remember(row, user, now, deletion=False)
        reset_seq = hidden[-1].seq if hidden else row.session.reset_seq
        row = fenced(row, drop=True)
        ended = replace(row.session, reset_seq=reset_seq, reset_at=now)
        after = self._database.put(replace(row, session=ended, summary_version=0))
        self._database.attempts.discard(session, now)
        self._database.note(audit.of_session("session_reset", user, session), now, None)
        await asyncio.sleep(0)
        return Reset(session=after, messages=len(hidden))

    async def undo(
        self,
        chat: ChatKey,
        user: UserId,
        now: datetime,
        within: timedelta,
        only: SessionId | None = None,
    ) -> Reset | Session:
        """Take back the chat's latest reset or deletion not older than ``within``."""
        points = self._database.undo_points
        of_chat = (p for p in reversed(points) if p.before.chat == chat)
        point = next((p for p in of_chat if only in (None, p.before.id)), None)
        if point is None or now - point.at > within:
            raise NothingToUndo(chat)
        points.remove(point)
        entry = audit.of_session("session_undo", user, point.before.id)
        self._database.note(entry, now, None)
        undone = self._undelete(point) if point.deletion else self._unreset(point)
        self._database.attempts.discard(point.before.id, now)
        await asyncio.sleep(0)
        return undone

    async def purge_deleted(self, before: datetime) -> int:
        """Erase sessions deleted before then, with all that belongs to them."""
        rows = list(self._database.sessions.values())
        gone = [r.session.id for r in rows if r.deleted_at is not None and r.deleted_at < before]
        for session in gone:
            self._erase(session)
        await asyncio.sleep(0)
        return len(gone)

    def _begin(
        self,
        chat: ChatKey,
        user: UserId,
        agent: AgentId,
        now: datetime,
        *,
        title: str = "",
        reset_at: datetime | None = None,
    ) -> Session:
        session = Session(
            id=SessionId(uuid4().hex),
            chat=chat,
            user_id=user,
            agent_id=agent,
            title=title,
            created_at=now,
            updated_at=now,
            reset_at=reset_at,
        )
        self._database.bindings[chat] = session.id
        return self._database.put(SessionRow(session=session))

    def _open(
        self, chat: ChatKey, user: UserId, agent: AgentId, title: str, now: datetime
    ) -> tuple[Session, Session | None]:
        bound = self._database.bindings.get(chat)
        if bound is None:
            return self._begin(chat, user, agent, now, title=title, reset_at=now), None
        row = self._database.sessions[bound]
        row = fenced(row, drop=True)
        self._database.attempts.discard(bound, now)
        if not self._database.stored(bound):
            titled = replace(row.session, title=title or row.session.title)
            return self._database.put(replace(row, session=titled)), None
        former = self._database.put(row)
        return self._begin(chat, user, agent, now, title=title, reset_at=now), former

    def _remember(self, row: SessionRow, user: UserId, now: datetime, *, deletion: bool) -> None:
        point = UndoPoint(
            before=row.session,
            summary_version=row.summary_version,
            at=now,
            by=user,
            deletion=deletion,
        )
        self._database.undo_points.append(point)

    def _undelete(self, point: UndoPoint) -> Session:
        row = self._database.sessions[point.before.id]
        self._database.bindings.setdefault(point.before.chat, point.before.id)
        return self._database.put(replace(fenced(row, drop=False), deleted_at=None))

    def _unreset(self, point: UndoPoint) -> Reset:
        row = fenced(self._database.sessions[point.before.id], drop=False)
        seen = len(self._database.since_reset(point.before.id))
        restored = replace(
            row.session, reset_seq=point.before.reset_seq, reset_at=point.before.reset_at
        )
        session = self._database.put(
            replace(row, session=restored, summary_version=point.summary_version)
        )
        again = len(self._database.since_reset(session.id)) - seen
        return Reset(session=session, messages=again)

    def _erase(self, session: SessionId) -> None:
        database = self._database
        del database.sessions[session]
        kept = [point for point in database.undo_points if point.before.id != session]
        database.undo_points = kept
        database.attempts.erase(session)
        for message in database.stored(session):
            del database.messages[message.seq]

    def _info(self, session: Session) -> SessionInfo:
        return SessionInfo(
            session=self._database.session(session.id),
            messages=len(self._database.since_reset(session.id)),
            current=self._database.bindings.get(session.chat) == session.id,
        )
