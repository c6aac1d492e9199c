"""The tables of the in-memory storage and what all of its ports ask of them.

A row is a frozen value that is replaced. No method awaits, so each is one transaction.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import count

from memory_core.errors import SessionNotFound
from memory_core.model import (
    AuditEntry,
    ChatKey,
    Language,
    Message,
    Seq,
    Session,
    SessionId,
    Spending,
    Summary,
    TurnId,
    UserId,
)
from memory_core.testing.in_memory.attempts import Attempts
from memory_core.testing.in_memory.mail import Mail


@dataclass(frozen=True, kw_only=True, slots=True)
class SessionRow:
    """A session with what only the storage knows; its running total is counted when asked for."""

    session: Session
    dropped_epoch: int = 0
    """Turns begun before this epoch are forgotten, not run again."""
    deleted_at: datetime | None = None
    summary_version: int = 0
    """The current summary; 0 for none."""


@dataclass(frozen=True, kw_only=True, slots=True)
class UndoPoint:
    """How a session was before a reset, or that it was deleted."""

    before: Session
    summary_version: int
    at: datetime
    by: UserId
    deletion: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class AuditRow:
    """A line of the audit log."""

    entry: AuditEntry
    at: datetime
    turn_id: TurnId | None


@dataclass(frozen=True, kw_only=True, slots=True)
class SpendingRow:
    """What a turn has cost."""

    day: date
    user: UserId
    spent: Spending


@dataclass(frozen=True, kw_only=True, slots=True)
class ClaimRow:
    """A one-time code by which somebody may become an operator."""

    until: datetime
    wrong: int = 0
    ended: bool = False


@dataclass(slots=True)
class Database:
    """All tables."""

    sessions: dict[SessionId, SessionRow] = field(default_factory=dict)
    bindings: dict[ChatKey, SessionId] = field(default_factory=dict)
    undo_points: list[UndoPoint] = field(default_factory=list)
    messages: dict[Seq, tuple[SessionId, Message]] = field(default_factory=dict)
    attempts: Attempts = field(default_factory=Attempts)
    audit: list[AuditRow] = field(default_factory=list)
    spendings: list[SpendingRow] = field(default_factory=list)
    moves: list[tuple[ChatKey, ChatKey]] = field(default_factory=list)
    mail: Mail = field(default_factory=Mail)
    operators: set[UserId] = field(default_factory=set)
    claims: dict[str, ClaimRow] = field(default_factory=dict)
    languages: dict[ChatKey, Language] = field(default_factory=dict)
    reachable: dict[ChatKey, bool] = field(default_factory=dict)
    aliases: dict[ChatKey, dict[UserId, str]] = field(default_factory=dict)
    hints: dict[UserId, date] = field(default_factory=dict)
    _seqs: Iterator[int] = field(default_factory=lambda: count(1))

    def row(self, session: SessionId, chat: ChatKey | None = None) -> SessionRow:
        """Return the row of a session (of ``chat``, when given). Raises SessionNotFound."""
        row = self.sessions.get(session)
        if row is None or row.deleted_at is not None or chat not in (None, row.session.chat):
            raise SessionNotFound(session)
        return row

    def session(self, session: SessionId) -> Session:
        """Return a session, deleted or not, with its running total."""
        total = sum(message.tokens for message in self.since_reset(session))
        return replace(self.sessions[session].session, tokens_since_reset=total)

    def put(self, row: SessionRow) -> Session:
        """Insert or replace a row; return its session."""
        self.sessions[row.session.id] = row
        return self.session(row.session.id)

    def stored(self, session: SessionId) -> list[Message]:
        """Return all messages of a session, oldest first."""
        return [message for owner, message in self.messages.values() if owner == session]

    def since_reset(self, session: SessionId) -> list[Message]:
        """Return the messages that are part of a session's context, oldest first."""
        reset_seq = self.sessions[session].session.reset_seq
        return [m for m in self.stored(session) if m.seq > reset_seq and m.state != "superseded"]

    def summary(self, session: SessionId) -> Summary | None:
        """Return the current summary of a session."""
        row = self.attempts.version(session, self.sessions[session].summary_version)
        return None if row is None else row.summary

    def boundary(self, session: SessionId) -> Seq:
        """Return the place up to which messages are not visible."""
        reset_seq, summary = self.sessions[session].session.reset_seq, self.summary(session)
        return reset_seq if summary is None else max(reset_seq, summary.covers_seq)

    def visible(self, session: SessionId) -> list[Message]:
        """Return the messages since the last reset that no summary covers, oldest first."""
        boundary = self.boundary(session)
        return [message for message in self.since_reset(session) if message.seq > boundary]

    def next_seq(self) -> Seq:
        """Return a number above all that were ever given."""
        return Seq(next(self._seqs))

    def audited(self, turn_id: TurnId | None) -> bool:
        """Whether this turn left its line already."""
        return turn_id is not None and any(line.turn_id == turn_id for line in self.audit)

    def note(self, entry: AuditEntry, now: datetime, turn_id: TurnId | None) -> None:
        """Append a line, once for each turn."""
        if not self.audited(turn_id):
            self.audit.append(AuditRow(entry=entry, at=now, turn_id=turn_id))


def fenced(row: SessionRow, *, drop: bool) -> SessionRow:
    """Return the row with a new epoch; ``drop`` forgets the turns that began before it."""
    epoch = row.session.epoch + 1
    dropped = epoch if drop else row.dropped_epoch
    return replace(row, session=replace(row.session, epoch=epoch), dropped_epoch=dropped)
