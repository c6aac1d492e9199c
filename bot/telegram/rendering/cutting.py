"""Where to cut a text: at a paragraph, a line, a word, and never inside a character."""

from collections.abc import Callable, Sequence

from bot.telegram.rendering.styled import Span
from memory_core.text import boundary_before

_MARKS = "。！？；：，、…"
"""After these a line of Chinese may end."""


def best(text: str, start: int, end: int, code: Span | None) -> int:
    """Return the best place in ``(start, end]``.

    ``code`` is the block around ``end`` if it fits into a message of its own: it is kept whole.
    """
    if code is not None and code.start > start:
        return code.start
    for find, part in _WAYS:
        at = find(text, end - int((end - start) * part), end)
        if at > start and _boundary(text, start, at) == at:
            return at
    return max(_boundary(text, start, end), start + 1) if end > start + 1 else end


def _boundary(text: str, start: int, at: int) -> int:
    """The last boundary between characters up to ``at``; ``at`` if the character is too long."""
    found = start + boundary_before(text[start : at + 1], at - start)
    return found if found > start else at


def _paragraph(text: str, low: int, high: int) -> int:
    return text.rfind("\n\n", low, high + 1)


def _outer_line(text: str, low: int, high: int) -> int:
    """Before a line without indentation: a message cannot begin with white space."""
    at = text.rfind("\n", low, high + 1)
    while at >= 0 and text[at + 1 : at + 2] in {" ", "\n"}:
        at = text.rfind("\n", low, at)
    return at


def _line(text: str, low: int, high: int) -> int:
    return text.rfind("\n", low, high + 1)


def _word(text: str, low: int, high: int) -> int:
    marked = (text.rfind(mark, low, high) + 1 for mark in _MARKS)
    return max(text.rfind(" ", low, high + 1), *marked)


_Way = Callable[[str, int, int], int]
_WAYS: Sequence[tuple[_Way, float]] = (
    (_paragraph, 0.5),
    (_outer_line, 0.5),
    (_line, 0.75),
    (_word, 0.75),
)
"""What is looked for, and in which part of a message, counted from its end."""
