"""The list of sessions and the menu of one, as text and buttons."""

from collections.abc import Sequence
from datetime import datetime

from bot import session_list
from bot.telegram.buttons import Button, Buttons
from bot.telegram.handlers.visits import Visit
from bot.texts import Texts
from bot.texts.telegram import TelegramTexts
from memory_core.model import SessionInfo
from memory_core.text import first_line

PAGE = 8
LABEL_CHARS = 24


def listed(
    visit: Visit, infos: Sequence[SessionInfo], page: int, now: datetime, *, news: str = ""
) -> tuple[str, Buttons]:
    """Return one page of the list, below what has just happened, if anything has."""
    page = max(0, min(page, (len(infos) - 1) // PAGE))
    shown = list(enumerate(infos, 1))[page * PAGE : (page + 1) * PAGE]
    lines = [session_list.line(number, info, now, visit.words) for number, info in shown]
    head = (
        (news, visit.words.sessions(len(infos))) if news else (visit.words.sessions(len(infos)),)
    )
    rows = [_row(visit.words, number, info, page) for number, info in shown]
    return "\n".join((*head, *lines)), [*rows, _steps(visit.own, len(infos), page)]


def menu(visit: Visit, info: SessionInfo, page: int, now: datetime) -> tuple[str, Buttons]:
    """Return what can be done with one session."""
    session, own = info.session, visit.own
    title = session_list.title(session, visit.words)
    text = visit.words.session(title, info.messages, now - session.updated_at)
    switch = [Button(text=own.switch(), data=f"switch:{session.id}")]
    change = [
        Button(text=own.rename(), data=f"rename:{session.id}:{page}"),
        Button(text=own.delete(), data=f"delete:{session.id}"),
    ]
    back = [Button(text=own.back(), data=f"sessions:{page}")]
    return text, [change, back] if info.current else [switch, change, back]


def to_menu(own: TelegramTexts, info: SessionInfo, page: int) -> Buttons:
    """Return the way back to the menu of a session."""
    return [[Button(text=own.back(), data=f"session:{info.session.id}:{page}")]]


def _row(words: Texts, number: int, info: SessionInfo, page: int) -> list[Button]:
    """A tap on the title goes on with a session, one on the dots shows what else can be done."""
    mark = "● " if info.current else ""
    title = first_line(session_list.title(info.session, words), LABEL_CHARS)
    menu = f"session:{info.session.id}:{page}"
    tap = menu if info.current else f"switch:{info.session.id}"
    return [
        Button(text=f"{mark}{number} {title}", data=tap),
        Button(text="⋯", data=menu),
    ]


def _steps(own: TelegramTexts, count: int, page: int) -> list[Button]:
    steps = []
    if page > 0:
        steps.append(Button(text="‹", data=f"sessions:{page - 1}"))
    if (page + 1) * PAGE < count:
        steps.append(Button(text="›", data=f"sessions:{page + 1}"))
    return [*steps, Button(text=own.new(), data="new")]
