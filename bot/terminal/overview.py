"""Lists as text: the commands, the sessions, the place one comes back to."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from wcwidth import wcswidth

from bot import session_list, slash
from bot.slash import Command, Group
from bot.texts import Texts
from bot.texts.terminal import TerminalTexts
from memory_core.model import SessionInfo
from memory_core.text import first_line

GROUPS: tuple[Group, ...] = ("talk", "memory", "chat", "operators")
LAST_QUESTION, LAST_ANSWER = 76, 200
"""How many characters of each are shown to somebody who comes back."""


def commands(texts: Texts, terminal: TerminalTexts) -> str:
    """Return the commands by group, what they do beside them, and what comes later."""
    rows = {group: list(_usable(group)) for group in GROUPS}
    width = max(wcswidth(command.forms[0]) for group in rows.values() for command in group)
    parts = [_group(texts, group, rows[group], width) for group in GROUPS if rows[group]]
    later = (each for each in slash.COMMANDS if not each.works and each.group != "operators")
    coming = texts.coming(" ".join(f"/{each.name}" for each in later))
    return "\n\n".join((*parts, terminal.keys(), coming))


def sessions(infos: Sequence[SessionInfo], now: datetime, texts: Texts) -> str:
    """Return the numbered list of sessions, the current one marked."""
    numbered = enumerate(infos, 1)
    lines = (session_list.line(number, info, now, texts) for number, info in numbered)
    return "\n".join((texts.sessions(len(infos)), *lines))


def exchange(question: str, answer: str) -> str:
    """Return the beginnings of a question and of its answer, without their line breaks."""
    asked, said = " ".join(question.split()), " ".join(answer.split())
    return f"› {first_line(asked, LAST_QUESTION)}\n  {first_line(said, LAST_ANSWER)}"


def _usable(group: Group) -> Iterator[Command]:
    """While an answer is written no command can be typed: Ctrl-C stands for /stop."""
    return (each for each in slash.listed(group, terminal=True) if each.name != "stop")


def _group(texts: Texts, group: Group, rows: Sequence[Command], width: int) -> str:
    lines = (f"  {command.forms[0]:<{width}}  {texts.described(command.name)}" for command in rows)
    return "\n".join((texts.group(group), *lines))
