"""Buttons, and what they send back: ``verb:argument:…``, a locator that grants nothing."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.compaction_views import Figures
from bot.telegram.buttons import Button, Buttons
from bot.texts.telegram import NAMES, TelegramTexts
from memory_core.delivery import OutboxId
from memory_core.model import Reset, SessionId, TurnId, UserId

AGAIN = "again"
MARK_CHARS = 8
"""Of the id of a session, in the mark of a summary: its button has little room."""
_MARK, _NUMBER = "([0-9a-f]{1,8}-[0-9]{1,6})", "([0-9]{1,7})"
_FIGURES = ":".join((_MARK, *(5 * [_NUMBER])))
_ID, _PAGE = "([0-9a-f]{1,32})", "([0-9]{1,4})"
_FORMS = {
    AGAIN: "([0-9]{1,18})",
    "retry": "(telegram:-?[0-9]{1,19}):([0-9]{1,18})",
    "undo": "(reset|deletion):([0-9a-f]{1,32})",
    "back": _ID,
    "switch": _ID,
    "session": f"{_ID}:{_PAGE}",
    "rename": f"{_ID}:{_PAGE}",
    "delete": _ID,
    "sessions": _PAGE,
    "summary": _FIGURES,
    "folded": _FIGURES,
    "restore": _MARK,
    "language": "(en|zh)",
    "new": "",
    "start": "",
    "help": "",
}
"""What may follow each verb; anything else was not made by us."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Tap:
    """What a button sends back."""

    verb: str
    arguments: tuple[str, ...] = ()


def read(data: str | None) -> Tap | None:
    """Return what a button of ours sends; None for anything else."""
    verb, _, rest = (data or "").partition(":")
    found = re.fullmatch(_FORMS[verb], rest) if verb in _FORMS else None
    return None if found is None else Tap(verb=verb, arguments=found.groups())


def again(words: TelegramTexts, part: OutboxId) -> Buttons:
    """Send a part that may be missing once more."""
    return [[Button(text=words.send_again(), data=f"{AGAIN}:{part}")]]


def retry(words: TelegramTexts, user: UserId, question: TurnId) -> Buttons:
    """Ask a question again; only for the one who asked, and only while it is their last one."""
    return [[Button(text=words.retry(), data=f"retry:{user}:{question_number(question)}")]]


def question_number(turn: TurnId) -> str:
    """Return the part of a turn's id that tells it from others of its person."""
    return turn.rpartition("#")[2]


def undo_reset(words: TelegramTexts, reset: Reset) -> Buttons:
    """Take a reset back."""
    at = reset.session.reset_at
    return [[Button(text=words.undo(), data=f"undo:reset:{moment(at) if at else 0}")]]


def moment(at: datetime) -> str:
    """Return the time of a reset as a number."""
    return str(round(at.timestamp() * 1_000))


def undo_deletion(words: TelegramTexts, session: SessionId) -> Buttons:
    """Take the deletion of a session back, or look at those that are left."""
    undo = Button(text=words.undo(), data=f"undo:deletion:{session}")
    return [[undo, Button(text=words.all_sessions(), data="sessions:0")]]


def back(words: TelegramTexts, former: SessionId) -> Buttons:
    """Go back to the session that was left."""
    return [[Button(text=words.back(), data=f"back:{former}")]]


def compacted(words: TelegramTexts, mark: str, result: Figures) -> Buttons:
    """Show the summary that was made, or go back to the one before."""
    show = Button(text=words.show_summary(), data=f"summary:{mark}:{_numbers(result)}")
    return [[show, *restore(words, mark)[0]]]


def restore(words: TelegramTexts, mark: str) -> Buttons:
    """Go back to the summary before."""
    return [[Button(text=words.restore_previous(), data=f"restore:{mark}")]]


def to_result(words: TelegramTexts, mark: str, result: Figures) -> Buttons:
    """Return from a summary to what making it did."""
    return [[Button(text=words.back(), data=f"folded:{mark}:{_numbers(result)}")]]


def figures(numbers: Sequence[str]) -> Figures:
    """Return the result that a button carries: nothing else keeps it."""
    folded, kept, before, after, seconds = map(int, numbers)
    return Figures(folded=folded, kept=kept, before=before, after=after, seconds=seconds)


def _numbers(result: Figures) -> str:
    counts = (result.folded, result.kept, result.before, result.after, result.seconds)
    return ":".join(map(str, counts))


def first_screen(words: TelegramTexts) -> Buttons:
    """Show the commands, or choose the language."""
    languages = [Button(text=name, data=f"language:{code}") for code, name in NAMES.items()]
    return [[Button(text=words.help(), data="help"), *languages]]


def to_start(words: TelegramTexts) -> Buttons:
    """Return to the first screen."""
    return [[Button(text=words.back(), data="start")]]
