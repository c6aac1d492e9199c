"""Other people's text inside an answer: one line, printable, never markup."""

import re
from collections.abc import Iterable

from memory_core.text import boundary_after, boundary_before, clean

_UNPRINTABLE = re.compile(
    r"\x1b\[[0-9;?]*[A-Za-z]"  # terminal colours
    r"|[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # control characters that are no white space
    r"\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"  # hidden, bidi
)
_MARKUP = re.compile(
    r"[*`\[\]\\~]|\|\||__|(?<!\w)_|_(?!\w)"
    r"|<[A-Za-z/!?]|&(?:#|\w+;)"
    r"|\$.*\$"
)
_TICKS = re.compile(r"`+")


def plain(text: str) -> str:
    """Return ``text`` as one line without control, hidden and direction characters."""
    return " ".join(_UNPRINTABLE.sub("", clean(text)).split())


def short(text: str, chars: int) -> str:
    """Return ``text`` as one line of at most ``chars``, cut between characters."""
    line = plain(text)
    if len(line) <= chars:
        return line
    return line[: boundary_before(line, chars - 1)].rstrip() + "…"


def around(text: str, words: Iterable[str], chars: int) -> str:
    """Return the part of a long ``text`` where one of ``words`` stands first."""
    line = plain(text)
    lower = line.lower()
    at = min((found for word in words if (found := lower.find(word)) >= 0), default=0)
    if len(line) <= chars or len(lower) != len(line) or at < chars * 2 // 3:
        return line
    start = max(0, min(at - chars // 3, len(line) - chars + 1))
    return "…" + line[boundary_after(line, start) :].lstrip()


def quote(text: str, chars: int) -> str:
    """Return ``text`` in quotation marks, or as code when Markdown or HTML would change it."""
    line = short(text, chars)
    return _code(line) if _MARKUP.search(line) else f"“{line}”"


def name(text: str, chars: int) -> str:
    """Return a speaker's name as it may stand in a sentence."""
    line = short(text, chars)
    return _code(line) if _MARKUP.search(line) else line


def _code(line: str) -> str:
    """Fence with more backticks than the text has in a row."""
    longest = max((len(ticks) for ticks in _TICKS.findall(line)), default=0)
    if not longest:
        return f"`{line}`"
    fence = "`" * (longest + 1)
    return f"{fence} {line} {fence}"
