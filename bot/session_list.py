"""The sessions of a chat as people see and name them: by number, in the list they saw last."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast

from bot.texts import Texts
from memory_core.model import ChatKey, Session, SessionId, SessionInfo
from memory_core.queries import Queries

NUMBER_DIGITS = 9
MOST_CHATS = 10_000
"""Of so many chats the list that was seen last is remembered."""
Action = Literal["list", "undo", "new", "switch", "delete", "rename"]


class WrongForm(Exception):
    """A command was written in a way it does not have."""


class NoSuchNumber(Exception):
    """The list of sessions is shorter."""

    def __init__(self, number: int, count: int) -> None:
        super().__init__(f"number {number} of {count}")
        self.number, self.count = number, count


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """What stands behind ``/sessions``."""

    action: Action
    number: int = 0
    title: str = ""


def read(rest: str) -> Order:
    """Return what ``rest`` orders. Raises WrongForm."""
    action, rest = _first_word(rest)
    match action.lower():
        case "" | "list" if not rest:
            return Order(action="list")
        case "undo" if not rest:
            return Order(action="undo")
        case "new":
            return Order(action="new", title=rest)
        case "switch" | "delete" as named:
            return Order(action=cast("Action", named), number=_number(rest))
        case "rename":
            number, title = _first_word(rest)
            if title:
                return Order(action="rename", number=_number(number), title=title)
    raise WrongForm


class SessionList:
    """Remembers which session each number meant to the people of a chat."""

    def __init__(self, queries: Queries) -> None:
        self._queries = queries
        self._seen: dict[ChatKey, tuple[SessionId, ...]] = {}

    async def look(self, chat: ChatKey) -> tuple[SessionInfo, ...]:
        """Return the sessions, last used first; their numbers hold until the next look."""
        infos = await self._queries.overview(chat)
        self._seen.pop(chat, None)
        self._seen[chat] = tuple(info.session.id for info in infos)
        if len(self._seen) > MOST_CHATS:
            del self._seen[next(iter(self._seen))]
        return infos

    async def find(self, chat: ChatKey, number: int) -> SessionId:
        """Return the session that had this number. Raises NoSuchNumber."""
        if not self._seen.get(chat):
            await self.look(chat)
        seen = self._seen[chat]
        if not 0 < number <= len(seen):
            raise NoSuchNumber(number, len(seen))
        return seen[number - 1]


def title(session: Session, texts: Texts) -> str:
    """Return what a session is called."""
    return session.title or texts.untitled()


def line(number: int, info: SessionInfo, now: datetime, texts: Texts) -> str:
    """Return a line of the list, the current session marked."""
    mark = "●" if info.current else " "
    used = now - info.session.updated_at
    return f"{mark} {number}  {texts.session(title(info.session, texts), info.messages, used)}"


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > NUMBER_DIGITS:
        raise WrongForm
    return int(text)


def _first_word(text: str) -> tuple[str, str]:
    word, *rest = text.split(maxsplit=1) or [""]
    return word, rest[0] if rest else ""
