"""Cuts a text into messages that Telegram takes as they are."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence

from bot.telegram.rendering import cutting
from bot.telegram.rendering.cleaning import TRIMMED, is_blank
from bot.telegram.rendering.nesting import nested
from bot.telegram.rendering.policy import MESSAGE_ENTITIES, MESSAGE_UNITS
from bot.telegram.rendering.styled import Span, Styled, offsets
from bot.telegram.rendering.values import Chunk, Entity


def split(styled: Styled) -> Iterator[Chunk]:
    """Yield the messages of a text; only white space between them is missing.

    A span that is cut goes on in the next message.
    """
    text, spans = styled.text.rstrip(TRIMMED), nested(styled)
    units, starts = offsets(text), [span.start for span in spans]
    start, done = _skip(text, 0), 0
    going_on: list[Span] = []
    while start < len(text):
        here = [*going_on, *spans[done : done + MESSAGE_ENTITIES + 1]]
        end = _furthest(units, start, here)
        if end < len(text):
            end = cutting.best(text, start, end, _whole_code(units, here, end))
        chunk = _chunk(text[start:end].rstrip(TRIMMED), start, units, here)
        if not is_blank(chunk.text):
            yield chunk
        start, done = _skip(text, end), bisect_left(starts, end)
        going_on = [span for span in here if span.start < end and span.end > start]


def _skip(text: str, start: int) -> int:
    while text[start : start + 1] and text[start] in TRIMMED:
        start += 1
    return start


def _furthest(units: Sequence[int], start: int, here: list[Span]) -> int:
    """How far a message can reach: so many units, so many entities."""
    end = bisect_right(units, units[start] + MESSAGE_UNITS) - 1
    return min(end, here[MESSAGE_ENTITIES].start) if len(here) > MESSAGE_ENTITIES else end


def _whole_code(units: Sequence[int], here: list[Span], end: int) -> Span | None:
    """The code around a place, if it has room in one message."""
    for span in here:
        if span.type == "pre" and span.start < end < span.end:
            return span if units[span.end] - units[span.start] <= MESSAGE_UNITS else None
    return None


def _chunk(text: str, start: int, units: Sequence[int], here: list[Span]) -> Chunk:
    end = start + len(text)
    entities = (
        Entity(
            type=span.type,
            offset=units[max(span.start, start)] - units[start],
            length=units[min(span.end, end)] - units[max(span.start, start)],
            url=span.url,
            language=span.language,
        )
        for span in here
        if span.start < end
    )
    return Chunk(text=text, entities=tuple(entities))
