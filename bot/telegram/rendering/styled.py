"""Text with spans while it is worked on: positions count characters, not yet UTF-16 units."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from bot.telegram.rendering.values import EntityType


class Span(NamedTuple):
    """The format of ``text[start:end]``."""

    type: EntityType
    start: int
    end: int
    url: str | None = None
    language: str | None = None

    def at(self, start: int, end: int) -> "Span":
        """Return the same format elsewhere."""
        return Span(self.type, start, end, self.url, self.language)


@dataclass(frozen=True, slots=True)
class Styled:
    """A text and its spans."""

    text: str
    spans: tuple[Span, ...] = ()

    def part(self, start: int, end: int) -> "Styled":
        """Return ``text[start:end]`` with the spans that reach into it."""
        inside = (
            span.at(max(span.start, start) - start, min(span.end, end) - start)
            for span in self.spans
            if span.start < end and span.end > start
        )
        return Styled(self.text[start:end], tuple(inside))

    def moved(self, text: str, place: Callable[[int], int]) -> "Styled":
        """Return the spans on ``text``, to which the characters moved from their old places."""
        spans = (span.at(place(span.start), place(span.end)) for span in self.spans)
        return Styled(text, tuple(spans))


def units(text: str) -> int:
    """Return the length of ``text`` in UTF-16 units."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def offsets(text: str) -> Sequence[int]:
    """Return for each character the UTF-16 units before it, and behind them the whole length."""
    if max(text, default="") <= "\uffff":
        return range(len(text) + 1)
    return list(accumulate((1 + (char > "\uffff") for char in text), initial=0))
