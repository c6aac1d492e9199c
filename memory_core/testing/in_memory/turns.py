"""What was said, in memory."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from memory_core.model import (
    Commit,
    Message,
    MessageState,
    NewMessage,
    Seq,
    SessionId,
    StoredContext,
    TurnId,
    TurnRecord,
    UserId,
)
from memory_core.testing.in_memory.database import Database, SpendingRow


class InMemoryTurns:
    """What was said."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def load(
        self, session: SessionId, budget: int, cost: Callable[[Message], int]
    ) -> StoredContext:
        """Return the session and its visible history within ``budget`` and one message more."""
        await asyncio.sleep(0)
        self._database.row(session)
        newest_first: list[Message] = []
        for message in reversed(self._database.visible(session)):
            newest_first.append(message)
            budget -= cost(message)
            if budget < 0:
                break
        known = self._database.session(session)
        return StoredContext(
            session=known,
            history=tuple(reversed(newest_first)),
            summary=self._database.summary(session),
            compaction=self._database.attempts.state(session, known.reset_seq),
        )

    async def commit(self, record: TurnRecord) -> Commit:
        """Store all of a turn or nothing of it."""
        outcome = self._fence(record)
        if outcome != "duplicate" and record.spending is not None:
            spent = SpendingRow(day=record.at.date(), user=record.user_id, spent=record.spending)
            self._database.spendings.append(spent)
        if outcome in {"stored", "dropped"}:
            self._database.mail.settle(record.answers)
        if outcome == "stored":
            self._store(record)
            self._database.mail.queue(record.replies, record.turn_id)
        await asyncio.sleep(0)
        return outcome

    async def last_question(self, session: SessionId, user: UserId) -> Message | None:
        """Return the newest visible question of ``user`` in ``session``."""
        await asyncio.sleep(0)
        if session not in self._database.sessions:
            return None
        newest_first = reversed(self._database.visible(session))
        return next((m for m in newest_first if m.role == "user" and m.user_id == user), None)

    async def mark_truncated(self, messages: Sequence[Seq]) -> int:
        """Note that messages were shown shortened; return for how many it was the first time."""
        marked = [self._mark_truncated(seq) for seq in messages]
        await asyncio.sleep(0)
        return sum(marked)

    async def page(
        self, session: SessionId, before: int | None, limit: int
    ) -> tuple[Message, ...]:
        """Return up to ``limit`` stored messages older than ``before``, newest first."""
        await asyncio.sleep(0)
        newest_first = reversed(self._database.stored(session))
        return tuple(m for m in newest_first if before is None or m.seq < before)[:limit]

    def _mark_truncated(self, seq: Seq) -> bool:
        if seq not in self._database.messages:
            return False
        session, message = self._database.messages[seq]
        self._database.messages[seq] = (session, message._replace(truncated_before=True))
        return not message.truncated_before

    def _fence(self, record: TurnRecord) -> Commit:
        if self._database.audited(record.turn_id):
            return "duplicate"
        if record.session_id is None:
            return "stored"
        row = self._database.sessions.get(record.session_id)
        if row is None or row.deleted_at is not None or record.epoch < row.dropped_epoch:
            return "dropped"
        if record.retries is not None and record.retries.seq <= row.session.reset_seq:
            return "dropped"
        return "stored" if record.epoch == row.session.epoch else "rerun"

    def _store(self, record: TurnRecord) -> None:
        self._database.note(record.audit, record.at, record.turn_id)
        if record.session_id is None:
            return
        if record.question is not None:
            self._append(record, record.session_id, record.question, record.turn_id)
        if record.answer is not None:
            turn_id = record.turn_id
            if record.retries is not None:
                turn_id = record.retries.turn_id
                self._reopen(record.session_id, turn_id)
            self._append(record, record.session_id, record.answer, turn_id)
        self._touch(record, record.session_id)

    def _append(
        self, record: TurnRecord, session: SessionId, new: NewMessage, turn_id: TurnId
    ) -> None:
        message = Message(
            seq=self._database.next_seq(),
            turn_id=turn_id,
            role=new.role,
            content=new.content,
            user_id=new.user_id,
            speaker=new.speaker,
            origin=new.origin,
            state=new.state,
            tokens=new.tokens,
            created_at=record.at,
            rounds=new.rounds,
        )
        self._database.messages[message.seq] = (session, message)

    def _reopen(self, session: SessionId, turn_id: TurnId) -> None:
        """Make a question complete and its former answer superseded: a new answer follows."""
        for message in self._database.stored(session):
            if message.turn_id == turn_id:
                state: MessageState = "complete" if message.role == "user" else "superseded"
                self._database.messages[message.seq] = (session, message._replace(state=state))

    def _touch(self, record: TurnRecord, session: SessionId) -> None:
        row = self._database.sessions[session]
        title = row.session.title or record.title
        used = replace(row.session, title=title, updated_at=record.at)
        self._database.put(replace(row, session=used))
