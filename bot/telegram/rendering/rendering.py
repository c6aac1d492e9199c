"""Answers as messages: whole, while they are being written, and without any format."""

from collections.abc import Iterator

from bot.telegram.rendering.cleaning import clean
from bot.telegram.rendering.conversion import convert
from bot.telegram.rendering.policy import PREVIEW_CHARS, TAB_CELLS
from bot.telegram.rendering.splitting import split
from bot.telegram.rendering.styled import Styled
from bot.telegram.rendering.values import Chunk, Document


def render(markdown: str) -> tuple[Chunk | Document, ...]:
    """Return an answer as the messages to send, in order; empty when nothing is visible.

    Every document follows the chunk that names it.
    """
    return tuple(_messages(markdown))


def preview(markdown_prefix: str) -> Chunk:
    """Return the first message of what there is of an answer; its text is empty without any."""
    messages = _messages(markdown_prefix[:PREVIEW_CHARS])
    return next((each for each in messages if isinstance(each, Chunk)), Chunk(text=""))


def plain(text: str) -> tuple[Chunk, ...]:
    """Return a text as it is, without entities: Markdown is not looked at."""
    return tuple(split(Styled(clean(text).expandtabs(TAB_CELLS))))


def _messages(markdown: str) -> Iterator[Chunk | Document]:
    converted = convert(markdown)
    start, end = 0, len(converted.styled.text)
    for position, document in converted.files:
        yield from split(converted.styled.part(start, position))
        yield document
        start = position
    yield from split(converted.styled.part(start, end))
