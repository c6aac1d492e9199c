"""What people can do to their conversations; every face calls the same (section 7.3)."""

from memory_core.compaction import Compacted, Compactor
from memory_core.errors import NothingToRetry
from memory_core.executor import Executor
from memory_core.model import (
    AgentId,
    ChatKey,
    Message,
    Reset,
    Session,
    SessionId,
    SessionInfo,
    Summary,
    UserId,
)
from memory_core.policy import TITLE_CHARS, Policy
from memory_core.ports import Clock, Sessions, Turns
from memory_core.summaries import Summaries
from memory_core.text import clean, first_line


class Commands:
    """Commands of one person in one chat. PersonErrors say what cannot be done."""

    def __init__(
        self,
        *,
        sessions: Sessions,
        turns: Turns,
        summaries: Summaries,
        compactor: Compactor,
        executor: Executor,
        clock: Clock,
        policy: Policy,
    ) -> None:
        self._sessions, self._turns, self._executor = sessions, turns, executor
        self._summaries, self._compactor = summaries, compactor
        self._clock, self._policy = clock, policy

    async def session(self, chat: ChatKey, user: UserId, agent: AgentId) -> Session:
        """Return the session this chat is having; a new chat gets its first one."""
        return await self._sessions.current(chat, user, agent, self._clock.now())

    async def new(
        self, chat: ChatKey, user: UserId, agent: AgentId, title: str
    ) -> tuple[Session, Session | None]:
        """Begin a fresh session; the former one stays in the list. Returns both.

        A session in which nothing was said is used again, without what is being asked in it.
        """
        fresh, former = await self._sessions.open(
            chat, user, agent, _title(title), self._clock.now()
        )
        self._executor.drop((former or fresh).id)
        return fresh, former

    async def clear(self, session: SessionId, user: UserId) -> Reset:
        """End the session's context; nothing is erased, ``undo`` brings it back for a while."""
        reset = await self._sessions.reset(session, user, self._clock.now())
        self._executor.drop(session)
        return reset

    async def undo(
        self, chat: ChatKey, user: UserId, only: SessionId | None = None
    ) -> Reset | Session:
        """Take back the latest /clear, or the latest deletion, of the chat or of one session."""
        now, within = self._clock.now(), self._policy.undo_within
        return await self._sessions.undo(chat, user, now, within, only)

    async def sessions(self, chat: ChatKey) -> tuple[SessionInfo, ...]:
        """Return this chat's sessions, last used first."""
        return await self._sessions.of_chat(chat)

    async def switch(self, chat: ChatKey, session: SessionId) -> Session:
        """Go on with another session of this chat."""
        return await self._sessions.switch(chat, session, self._clock.now())

    async def rename(self, chat: ChatKey, session: SessionId, title: str) -> Session:
        """Give a session another title."""
        return await self._sessions.rename(chat, session, _title(title))

    async def delete(self, chat: ChatKey, session: SessionId, user: UserId) -> Session:
        """Delete a session; ``undo`` brings it back for a while, then it is erased."""
        deleted = await self._sessions.delete(chat, session, user, self._clock.now())
        self._executor.drop(session)
        return deleted

    def stop(self, session: SessionId, user: UserId) -> int:
        """Stop this person's turns; returns how many were running or waiting."""
        return self._executor.stop(session, user)

    async def retry(self, session: SessionId, user: UserId) -> Message:
        """Return this person's latest question, to be asked again. Raises NothingToRetry."""
        question = await self._turns.last_question(session, user)
        if question is None:
            raise NothingToRetry
        return question

    async def compact(self, session: SessionId, user: UserId, focus: str = "") -> Compacted:
        """Summarise all but the newest messages now; ``focus`` is what to dwell on, as a wish.

        Raises NothingToCompact, CompactionRunning or CompactionFailed, and nothing has changed.
        """
        return await self._compactor.compact(session, user, focus)

    async def summary(self, session: SessionId) -> Summary | None:
        """Return the summary that stands for the earlier part of a session."""
        return (await self._turns.load(session, 0, lambda _: 1)).summary

    async def restore_previous(self, session: SessionId, user: UserId) -> Summary | None:
        """Go back to the summary before, or to none; what only the newer covers is shown again.

        Returns the summary that is current now. Raises NothingToUndo without a summary.
        """
        return await self._summaries.restore_previous(session, user, self._clock.now())


def _title(text: str) -> str:
    return first_line(clean(text), TITLE_CHARS)
