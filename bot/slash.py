"""Slash commands: which there are, and how a line is read as one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Group = Literal["talk", "memory", "chat", "operators"]
CommandName = Literal[
    "start",
    "help",
    "new",
    "clear",
    "sessions",
    "stop",
    "retry",
    "ask",
    "whoami",
    "quit",
    "exit",
    "compact",
    "memory",
    "settings",
    "why",
    "source",
    "agent",
    "usage",
    "export",
    "forgetme",
    "metrics",
    "pause",
    "resume",
    "invite",
    "users",
    "block",
    "allow",
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Command:
    """One command: where /help lists it, what it takes, and whether it works already."""

    name: CommandName
    group: Group
    arguments: str = ""
    also: tuple[str, ...] = ()
    """Further forms: what may stand in place of ``arguments``."""
    works: bool = True
    terminal_only: bool = False

    @property
    def forms(self) -> tuple[str, ...]:
        """All ways to write the command."""
        return tuple(f"/{self.name} {each}".rstrip() for each in (self.arguments, *self.also))


COMMANDS = (
    Command(name="ask", group="talk", arguments="QUESTION"),
    Command(name="retry", group="talk"),
    Command(name="stop", group="talk"),
    Command(name="clear", group="memory", also=("undo",)),
    Command(name="compact", group="memory", arguments="[FOCUS]", also=("show", "restore")),
    Command(name="new", group="chat", arguments="[TITLE]"),
    Command(
        name="sessions",
        group="chat",
        also=("switch N", "rename N TITLE", "delete N", "new TITLE", "undo"),
    ),
    Command(name="whoami", group="chat"),
    Command(name="help", group="chat"),
    Command(name="start", group="chat"),
    Command(name="quit", group="chat", terminal_only=True),
    Command(name="exit", group="chat", terminal_only=True),
    Command(name="memory", group="memory", works=False),
    Command(name="why", group="memory", works=False),
    Command(name="settings", group="chat", works=False),
    Command(name="source", group="chat", works=False),
    Command(name="agent", group="chat", works=False),
    Command(name="usage", group="chat", works=False),
    Command(name="export", group="memory", works=False),
    Command(name="forgetme", group="memory", works=False),
    Command(name="metrics", group="operators"),
    Command(name="pause", group="operators", works=False),
    Command(name="resume", group="operators", works=False),
    Command(name="invite", group="operators", works=False),
    Command(name="users", group="operators", works=False),
    Command(name="block", group="operators", works=False),
    Command(name="allow", group="operators", works=False),
)
_BY_NAME: dict[str, Command] = {command.name: command for command in COMMANDS}
_CALL = re.compile(r"[/／]([A-Za-z_]+)(?:\s+(.*))?", re.DOTALL)


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """A command as somebody wrote it; ``word`` is in lower case and need not be a known one."""

    word: str
    rest: str = ""


def read(text: str) -> Call | None:
    """Return the command ``text`` is, None for a message; ``/usr/bin is missing`` is a message."""
    found = _CALL.fullmatch(text)
    if found is None:
        return None
    return Call(word=found[1].lower(), rest=(found[2] or "").strip())


def find(word: str, *, terminal: bool = True) -> Command | None:
    """Return the command named ``word``."""
    found = _BY_NAME.get(word)
    return found if found is None or terminal or not found.terminal_only else None


def nearest(word: str, *, terminal: bool = True) -> Command | None:
    """Return the command that ``word`` was most likely meant to be."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a misspelling needs it

    here = [name for name in _BY_NAME if find(name, terminal=terminal)]
    return next((_BY_NAME[name] for name in get_close_matches(word, here, n=1)), None)


def listed(group: Group, *, terminal: bool) -> Iterator[Command]:
    """Yield what /help shows of a group: what works already and works here."""
    for command in COMMANDS:
        shown = command.group == group and command.works and command.name != "exit"
        if shown and (terminal or not command.terminal_only):
            yield command
