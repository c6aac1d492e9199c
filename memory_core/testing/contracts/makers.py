"""People, places and turns for the contract suites."""

from datetime import datetime, timedelta

from memory_core import tokens
from memory_core.model import (
    AgentId,
    AuditEntry,
    ChatKey,
    Commit,
    InboxId,
    Message,
    MessageState,
    NewMessage,
    Outgoing,
    Session,
    SessionId,
    TurnId,
    TurnRecord,
    UserId,
)
from memory_core.ports import Storage
from memory_core.testing.clock import START

CHAT, OTHER_CHAT = ChatKey("telegram:1"), ChatKey("telegram:2")
ANNA, BEN = UserId("telegram:1"), UserId("telegram:2")
AGENT = AgentId("helper")
WITHIN = timedelta(minutes=10)
ALL = 10**9
"""A budget that everything fits into."""


def at(minutes: float) -> datetime:
    """Return a time on the day the contracts happen."""
    return START + timedelta(minutes=minutes)


def line(operation: str = "agent_run", user: UserId = ANNA) -> AuditEntry:
    """Return an audit line."""
    details: dict[str, object] = {"agent_id": AGENT, "memory": True, "duration_ms": 12}
    return AuditEntry(module="ai", operation=operation, user_id=user, details=details)


def asked(text: str, user: UserId = ANNA, state: MessageState = "complete") -> NewMessage:
    """Return a question to be stored."""
    return NewMessage(
        role="user", content=text, state=state, tokens=tokens.of_message(text), user_id=user
    )


def answered(text: str, state: MessageState = "complete") -> NewMessage:
    """Return an answer to be stored."""
    return NewMessage(role="assistant", content=text, state=state, tokens=tokens.of_message(text))


def record(
    session: Session | None,
    turn: str,
    question: NewMessage | None = None,
    answer: NewMessage | None = None,
    *,
    retries: Message | None = None,
    title: str = "",
    now: datetime = START,
    answers: tuple[InboxId, ...] = (),
    replies: tuple[Outgoing, ...] = (),
) -> TurnRecord:
    """Return a turn that began with ``session`` as it is given."""
    return TurnRecord(
        turn_id=TurnId(turn),
        session_id=None if session is None else session.id,
        epoch=0 if session is None else session.epoch,
        at=now,
        question=question,
        answer=answer,
        audit=line(f"run {turn}"),
        user_id=ANNA,
        retries=retries,
        title=title,
        answers=answers,
        replies=replies,
    )


async def begin(storage: Storage, chat: ChatKey = CHAT, now: datetime = START) -> Session:
    """Return the session that Anna has in ``chat``."""
    return await storage.sessions.current(chat, ANNA, AGENT, now)


async def begin_another(storage: Storage, now: datetime = START) -> Session:
    """Return a fresh session in Anna's chat, where something was said before."""
    fresh, _ = await storage.sessions.open(CHAT, ANNA, AGENT, "", now)
    return fresh


async def say(
    storage: Storage,
    session: Session | SessionId,
    text: str,
    *,
    user: UserId = ANNA,
    now: datetime = START,
) -> Commit:
    """Store the answered turn ``text``: it asks "<text>?" and is answered "<text>!"."""
    known = await visit(storage, session)
    turn = record(known, text, asked(f"{text}?", user), answered(f"{text}!"), now=now)
    return await storage.turns.commit(turn)


async def retry(
    storage: Storage, session: Session, turn: str, answer: NewMessage | None
) -> Commit:
    """Store a retry of Anna's last question."""
    known = await visit(storage, session)
    question = await storage.turns.last_question(session.id, ANNA)
    assert question is not None
    return await storage.turns.commit(record(known, turn, answer=answer, retries=question))


async def visit(storage: Storage, session: Session | SessionId) -> Session:
    """Return the session as it is now."""
    known = session.id if isinstance(session, Session) else session
    return (await storage.turns.load(known, 0, lambda _: 1)).session


async def history(storage: Storage, session: Session) -> tuple[Message, ...]:
    """Return all that is visible, oldest first."""
    return (await storage.turns.load(session.id, ALL, lambda _: 1)).history


async def heard(storage: Storage, session: Session) -> list[str]:
    """Return the text of all that is visible, oldest first."""
    return [message.content for message in await history(storage, session)]


async def rows(storage: Storage, session: Session) -> list[str]:
    """Return the text of all that is stored, oldest first."""
    page = await storage.turns.page(session.id, None, 1000)
    return [message.content for message in reversed(page)]


async def listed(storage: Storage, chat: ChatKey = CHAT) -> list[SessionId]:
    """Return the ids of a chat's sessions in their order."""
    return [info.session.id for info in await storage.sessions.of_chat(chat)]
