"""The read side: what people look at, changing nothing."""

from dataclasses import dataclass

from memory_core.model import ChatKey, Message, Session, SessionId, SessionInfo
from memory_core.ports import Sessions, Turns

LOOK_BACK = 20
"""How many messages back the last exchange is looked for: failed turns leave questions alone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Exchange:
    """A question with its answer."""

    question: Message
    answer: Message


class Queries:
    """Answers about what is stored."""

    def __init__(self, sessions: Sessions, turns: Turns) -> None:
        self._sessions, self._turns = sessions, turns

    async def overview(self, chat: ChatKey) -> tuple[SessionInfo, ...]:
        """Return the sessions of a chat, last used first."""
        return await self._sessions.of_chat(chat)

    async def current(self, chat: ChatKey) -> Session | None:
        """Return the session a chat is having, without opening one."""
        of_chat = await self._sessions.of_chat(chat)
        return next((info.session for info in of_chat if info.current), None)

    async def transcript(
        self, session: SessionId, before: int | None = None, limit: int = 50
    ) -> tuple[Message, ...]:
        """Return up to ``limit`` stored messages older than ``before``, oldest first."""
        return tuple(reversed(await self._turns.page(session, before, limit)))

    async def last_exchange(self, session: Session) -> Exchange | None:
        """Return the latest answered question the session still shows."""
        page = await self._turns.page(session.id, None, LOOK_BACK)
        shown = [m for m in page if m.seq > session.reset_seq and m.state != "superseded"]
        answer = next((m for m in shown if m.role == "assistant"), None)
        if answer is None:
            return None
        asked = (m for m in shown if m.role == "user" and m.turn_id == answer.turn_id)
        question = next(asked, None)
        return Exchange(question=question, answer=answer) if question else None
