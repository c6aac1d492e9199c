"""Spans as Telegram keeps them: it drops or splits silently what does not nest by its rules.

Quotes are outermost and hold no quotes; code holds nothing and stands in nothing but quotes; a
link holds no link. Of code in a link the link stays.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from bot.telegram.rendering.cleaning import TRIMMED
from bot.telegram.rendering.styled import Span, Styled
from bot.telegram.rendering.values import EntityType

_SOLID: tuple[EntityType, ...] = ("pre", "text_link", "code")
"""Whole or not at all; of two that overlap the outer one stays, of equal ones the first here."""
_CODE: tuple[EntityType, ...] = ("pre", "code")


def nested(styled: Styled) -> tuple[Span, ...]:
    """Return spans for the same text, ordered: by start, then the outer before the inner.

    Each begins and ends with something visible.
    """
    found = [span for span in styled.spans if span.start < span.end]
    solid = _whole(span for span in found if span.type in _SOLID)
    soft = (span for span in found if span.type not in _SOLID)
    pieces = [
        _tight(styled.text, piece) for group in _touching([*soft, *solid]) for piece in group
    ]
    pieces.reverse()  # of equal ones the outer one ended last
    kept = (span for span in pieces if span.start < span.end)
    return tuple(sorted(kept, key=_by_start))


def _by_start(span: Span) -> tuple[int, int]:
    return span.start, -span.end


def _touching(spans: list[Span]) -> Iterator[Iterable[Span]]:
    """Yield what overlaps together, nested properly."""
    group: list[Span] = []
    end = 0
    for span in sorted(spans, key=_by_start):
        if group and span.start >= end:
            yield _Sweep().over(group) if len(group) > 1 else group
            group = []
        group.append(span)
        end = max(end, span.end)
    yield _Sweep().over(group)


def _tight(text: str, span: Span) -> Span:
    inner = text[span.start : span.end].rstrip(TRIMMED)
    start = span.start + len(inner) - len(inner.lstrip(TRIMMED))
    return span.at(start, span.start + len(inner))


def _whole(spans: Iterable[Span]) -> Iterator[Span]:
    end = 0
    for span in sorted(spans, key=lambda s: (s.start, -s.end, _SOLID.index(s.type))):
        if span.start >= end:
            end = span.end
            yield span


class _Sweep:
    """Goes along the text with a stack of open spans; what crosses is closed and opened again."""

    def __init__(self) -> None:
        self._open: list[Span] = []
        self._active: Counter[Span] = Counter()

    def over(self, spans: list[Span]) -> Iterator[Span]:
        """Yield the pieces in the order in which they end."""
        edges = [(span.start, 1, span) for span in spans] + [(s.end, -1, s) for s in spans]
        edges.sort(key=lambda edge: (edge[0], edge[1], -edge[2].end))
        for place, here in groupby(edges, key=lambda edge: edge[0]):
            for _, change, span in here:
                self._active[_key(span)] += change
            self._active = +self._active
            yield from self._change(place)

    def _change(self, place: int) -> Iterator[Span]:
        wanted = self._wanted()
        kept = 0
        while (
            kept < len(self._open)
            and kept < len(wanted)
            and (_key(self._open[kept]) == wanted[kept])
        ):
            kept += 1
        while len(self._open) > kept:
            closed = self._open.pop()
            yield closed.at(closed.start, place)
        self._open += (key.at(place, place) for key in wanted[kept:])

    def _wanted(self) -> list[Span]:
        """Outermost first: quotes, then what is open already, then by how it came in."""
        quotes = [key for key in self._active if key.type == "blockquote"]
        code = [key for key in self._active if key.type in _CODE]
        if code:
            return quotes + code
        still = [key for key in map(_key, self._open) if key in self._active]
        new = [key for key in self._active if key not in still]
        return quotes + [key for key in [*still, *new] if key.type != "blockquote"]


def _key(span: Span) -> Span:
    return span.at(0, 0)
