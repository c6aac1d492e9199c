"""What must survive between a messenger and the core: arrivals, replies, and who may do what.

The core does not look into payloads: a face writes and reads them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, NewType, Protocol

from memory_core.model import ChatKey, InboxId, Language, Outgoing, TurnId, UserId

OutboxId = NewType("OutboxId", int)
ClaimOutcome = Literal["granted", "wrong", "over"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Arrival:
    """An update as it came. Without ``lane`` it is not for us: only its id is kept.

    ``message`` names the message, so that an edit finds it while it waits.
    """

    update_id: int
    lane: ChatKey | None = None
    payload: str = ""
    message: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Waiting:
    """An arrival that is not answered yet.

    ``deaths`` counts the tries that ended with the process, ``failures`` those that ended with an
    error; ``preview`` is the message in which an earlier try began to answer.
    """

    id: InboxId
    lane: ChatKey
    payload: str
    message: str | None = None
    deaths: int = 0
    failures: int = 0
    preview: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Due:
    """A part of a reply that is to be delivered."""

    id: OutboxId
    lane: ChatKey
    kind: str
    payload: str


class Inbox(Protocol):
    """Arrivals, each answered exactly once."""

    async def add(self, arrivals: Sequence[Arrival], now: datetime) -> tuple[Waiting, ...]:
        """Store arrivals and return those that are new and for us, in order.

        An update id that was stored before changes nothing.
        """
        ...

    async def replace(self, message: str, payload: str) -> bool:
        """Give an arrival that waits another payload; False if none does.

        One whose try is under way does not wait, one whose try ended does again.
        """
        ...

    async def begin(self, ids: Sequence[InboxId]) -> None:
        """Note that a try begins: should the process die now, it is counted as a death."""
        ...

    async def note_preview(self, ids: Sequence[InboxId], preview: int) -> None:
        """Note the message in which the answer is being written."""
        ...

    async def settle(
        self, ids: Sequence[InboxId], replies: Sequence[Outgoing], now: datetime
    ) -> None:
        """Mark arrivals as answered, empty their payloads and queue the replies, all or nothing.

        Replies to arrivals that are all settled already, or given up, are not queued; without
        ids they are notices, queued each time.
        """
        ...

    async def failed(self, ids: Sequence[InboxId]) -> None:
        """Count a try that ended with an error; the arrivals wait again."""
        ...

    async def bury(self, ids: Sequence[InboxId], reason: str, now: datetime) -> None:
        """Give arrivals up for good; their payloads stay for the operator to look at."""
        ...

    async def unfinished(self) -> tuple[Waiting, ...]:
        """Return what a start finds, in order of arrival; tries that were begun count as deaths.

        To be called once, before anything is begun.
        """
        ...


class Outbox(Protocol):
    """Parts of replies, delivered in order within a lane.

    What is delivered or refused stays so.
    """

    async def due(self, lane: ChatKey) -> tuple[Due, ...]:
        """Return what waits to be delivered in a lane, in order."""
        ...

    async def lanes(self) -> tuple[ChatKey, ...]:
        """Return the lanes in which something waits."""
        ...

    async def delivered(self, part: OutboxId, message: int | None, now: datetime) -> None:
        """Note a delivery and the message it became; its payload is emptied."""
        ...

    async def uncertain(self, part: OutboxId) -> None:
        """Note that nobody knows whether a part arrived: it waits for ``again``."""
        ...

    async def refused(self, part: OutboxId, reason: str) -> None:
        """Note that a part cannot be delivered; its payload is emptied."""
        ...

    async def again(self, part: OutboxId, only_in: ChatKey | None = None) -> ChatKey | None:
        """Queue an uncertain part once more; return its lane, None when it is not uncertain.

        With ``only_in``, a part of another lane is left alone too.
        """
        ...

    async def turn_of(self, lane: ChatKey, message: int) -> TurnId | None:
        """Return the turn whose answer a delivered message shows: the last that wrote into it."""
        ...


class Operators(Protocol):
    """Who runs the bot, beside those the configuration names."""

    async def all(self) -> frozenset[UserId]:
        """Return those who became operators by a claim."""
        ...

    async def offer(self, code_hash: str, until: datetime) -> None:
        """Make a one-time code valid until then; earlier codes end."""
        ...

    async def claim(self, code_hash: str, user: UserId, now: datetime) -> ClaimOutcome:
        """Make ``user`` an operator if the code is right; the code ends, whoever comes second.

        A wrong one counts against the code on offer, which ends with the fifth.
        """
        ...

    async def burn(self, code_hash: str) -> bool:
        """End a code that others have seen; False when it is not on offer."""
        ...


class ChatBook(Protocol):
    """What is remembered of chats and of people in them, beside what they say."""

    async def language(self, lane: ChatKey) -> Language | None:
        """Return the language chosen for a chat."""
        ...

    async def choose_language(self, lane: ChatKey, language: Language) -> None:
        """Choose the language of a chat."""
        ...

    async def alias(self, chat: ChatKey, user: UserId, wanted: str) -> str:
        """Return the name by which ``user`` is known in ``chat`` for ever.

        The first time it is ``wanted``, numbered when another has it.
        """
        ...

    async def hint_is_due(self, user: UserId, day: date) -> bool:
        """Whether a stranger was told nothing on ``day`` yet; asking notes that they are now."""
        ...

    async def set_reachable(self, chat: ChatKey, reachable: bool) -> None:
        """Note whether the bot may write to a chat."""
        ...

    async def reachable(self, chat: ChatKey) -> bool:
        """Whether the bot may write to a chat; True for one it knows nothing of."""
        ...

    async def migrate(self, old: ChatKey, new: ChatKey) -> None:
        """Give a chat and its topics another key, with all that belongs to them.

        What the new key has already stays, and nothing is left under the old one but delivered
        parts, whose messages are numbered there.
        """
        ...

    async def moves(self) -> tuple[tuple[ChatKey, ChatKey], ...]:
        """Return the old and the new key of every chat that migrated, in order."""
        ...
