"""What the core needs from outside, in the core's words. One call is one transaction.

Each promise is kept by a contract suite (``memory_core.testing``) that every backend passes.
Storage calls raise StorageUnavailable when the work was not taken; then nothing of it is stored.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Protocol, TypeVar

from memory_core.delivery import ChatBook, Inbox, Operators, Outbox
from memory_core.metrics import Metrics
from memory_core.model import (
    AgentId,
    AuditEntry,
    ChatKey,
    Commit,
    JsonAnswer,
    JsonRequest,
    Message,
    ModelAnswer,
    Prompt,
    Reset,
    Seq,
    Session,
    SessionId,
    SessionInfo,
    Spending,
    StoredContext,
    ToolSpec,
    Turn,
    TurnId,
    TurnRecord,
    UserId,
)
from memory_core.summaries import Summaries

T = TypeVar("T")
OnText = Callable[[str], Awaitable[None]]
"""Takes the next piece of an answer while it is being written."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""
        ...


class ChatModel(Protocol):
    """Writes answers."""

    async def answer(self, prompt: Prompt, on_text: OnText) -> ModelAnswer:
        """Answer ``prompt``, handing each piece of text to ``on_text`` as it comes.

        The answer may ask for tools. Raises ModelError when there is no proper answer; what went
        to ``on_text`` before counts as a partial one.
        """
        ...


class JsonModel(Protocol):
    """Gives answers of a shape."""

    async def ask(self, request: JsonRequest[T]) -> JsonAnswer[T]:
        """Return the answer that ``request.parse`` took; a model may get one chance to repair it.

        Raises ModelError with all that was used up: AnswerCut when it reached ``max_tokens``,
        Refused, EmptyAnswer, BadOutput with the last complaint of ``parse``, and what a chat
        model may raise. The time it takes is bounded.
        """
        ...


class Tool(Protocol):
    """Something a model may use during a turn."""

    @property
    def spec(self) -> ToolSpec:
        """Return what the model is told."""
        ...

    async def run(self, arguments: Mapping[str, object], turn: Turn) -> str:
        """Return the result as text. Raises ToolFailed with what the model should know."""
        ...


class Sessions(Protocol):
    """Conversations and which of them each chat is having.

    A turn carries the epoch its session had when it was loaded, and each ``epoch`` added since
    fences its commit. ``reset``, ``delete`` and ``open`` (for the former session) also set the
    session's dropped epoch to the new one: turns begun before it are ``dropped``. ``undo`` only
    adds to ``epoch``: turns begun between are ``rerun``. ``switch`` and ``rename`` fence nothing.
    ``reset``, ``delete`` and ``undo`` each leave a line in the audit log.

    Whatever adds to ``epoch`` ends an open attempt to compact the session as discarded. A reset
    leaves no current summary, Undo restores the former one; all else keeps it.
    """

    async def current(self, chat: ChatKey, user: UserId, agent: AgentId, now: datetime) -> Session:
        """Return the session bound to ``chat``; open and bind one when there is none.

        Callers at the same time get the same session.
        """
        ...

    async def open(
        self, chat: ChatKey, user: UserId, agent: AgentId, title: str, now: datetime
    ) -> tuple[Session, Session | None]:
        """Bind ``chat`` to a fresh session; return it and the former one (section 7.3).

        Turns running in the former one are fenced out. The fresh one has ``reset_at`` now. A
        current session without messages is used again instead (turns running in it are fenced out
        too), with no former one; it takes ``title`` unless that is empty.
        """
        ...

    async def of_chat(self, chat: ChatKey) -> tuple[SessionInfo, ...]:
        """Return the chat's sessions with the number of visible messages, last used first.

        A commit and a switch are uses.
        """
        ...

    async def switch(self, chat: ChatKey, session: SessionId, now: datetime) -> Session:
        """Bind ``chat`` to another of its sessions. Raises SessionNotFound."""
        ...

    async def rename(self, chat: ChatKey, session: SessionId, title: str) -> Session:
        """Give a session of ``chat`` a title. Raises SessionNotFound."""
        ...

    async def delete(
        self, chat: ChatKey, session: SessionId, user: UserId, now: datetime
    ) -> Session:
        """Hide a session of ``chat`` and unbind it; turns in it are fenced out.

        To all calls but ``undo`` a deleted session is an unknown one. Raises SessionNotFound.
        """
        ...

    async def reset(self, session: SessionId, user: UserId, now: datetime) -> Reset:
        """End the context of a session: rows stay, nothing said so far is visible (section 7.3).

        Turns running in it are fenced out. With nothing visible there is nothing to undo: an
        earlier reset or deletion stays the latest one. Raises SessionNotFound.
        """
        ...

    async def undo(
        self,
        chat: ChatKey,
        user: UserId,
        now: datetime,
        within: timedelta,
        only: SessionId | None = None,
    ) -> Reset | Session:
        """Take back the latest reset or deletion of a chat, or of its session ``only``.

        It must not be older than ``within``.

        A Reset tells how many messages are visible again beside those said since, a Session which
        one is back (and bound if nothing else is). The next call takes back the one before, on
        the same terms. Raises NothingToUndo.
        """
        ...

    async def purge_deleted(self, before: datetime) -> int:
        """Erase sessions deleted before then, with all that belongs to them; return how many.

        Of attempts to compact them remains that they were made, so that counters never decrease.
        """
        ...


class Turns(Protocol):
    """What was said."""

    async def load(
        self, session: SessionId, budget: int, cost: Callable[[Message], int]
    ) -> StoredContext:
        """Return the session, its current summary and the visible history after that.

        The history is read from the newest backwards and stops with the first message that makes
        the sum of ``cost`` exceed ``budget``: that one is included, older ones are not. Superseded
        messages are left out. Raises SessionNotFound.
        """
        ...

    async def commit(self, record: TurnRecord) -> Commit:
        """Store all of a turn or nothing of it; a turn id stored before changes nothing.

        A record whose epoch was overtaken is not stored: ``rerun`` after an Undo or a restored
        summary, ``dropped`` after anything that ended the context and in a deleted or unknown
        session. Once queued, the work is finished even when the caller is cancelled.

        A question precedes its answer; places (``seq``) rise over all sessions and are never used
        again. The answer to a retry carries the turn id of the stored question, which becomes
        complete while its former answer becomes superseded; without an answer a retry changes no
        message, and of a question that a reset hid it is ``dropped``. The audit line carries the
        record's own turn id. The spending is kept even of a record that is not.

        Arrivals are settled and replies queued with it; of a dropped record the arrivals alone.
        """
        ...

    async def last_question(self, session: SessionId, user: UserId) -> Message | None:
        """Return the newest visible question of ``user`` in ``session``.

        One that the current summary covers is not visible.
        """
        ...

    async def mark_truncated(self, messages: Sequence[Seq]) -> int:
        """Note that messages were shown shortened; return for how many it was the first time."""
        ...

    async def page(
        self, session: SessionId, before: int | None, limit: int
    ) -> tuple[Message, ...]:
        """Return up to ``limit`` stored messages older than ``before``, newest first.

        All that is stored: what a reset or a summary hides and superseded answers too.
        """
        ...


class UsageLog(Protocol):
    """What models have cost."""

    async def add(self, user: UserId, spent: Spending, now: datetime) -> None:
        """Note what work in the background has cost for ``user``."""
        ...

    async def since(self, day: date, user: UserId | None = None) -> tuple[Spending, ...]:
        """Return the sums per model of the days from ``day`` on, of one person or of all."""
        ...


class AuditLog(Protocol):
    """Who did what."""

    async def add(self, entry: AuditEntry, now: datetime, turn_id: TurnId | None = None) -> None:
        """Append a line; a turn id that has one already changes nothing."""
        ...

    async def recent(self, limit: int) -> tuple[AuditEntry, ...]:
        """Return the newest lines, newest first."""
        ...


class SessionLocks(Protocol):
    """One turn at a time in a session, across all processes on one database."""

    def hold(self, session: SessionId) -> AbstractAsyncContextManager[None]:
        """Wait for the session, in order of asking within a process; let go even when killed."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Storage:
    """All ports of one database."""

    sessions: Sessions
    turns: Turns
    summaries: Summaries
    metrics: Metrics
    usage: UsageLog
    audit: AuditLog
    locks: SessionLocks
    inbox: Inbox
    outbox: Outbox
    operators: Operators
    chats: ChatBook
