"""Asks the twin of the Bot API whether it takes a message as it is."""

import itertools
from collections.abc import Iterable

from bot.telegram.rendering import Chunk, Document
from tests.peers.telegram import entities as nesting
from tests.peers.telegram import formatted as server
from tests.peers.telegram import utf16

Sent = tuple[Chunk | Document, ...]


def check(chunk: Chunk) -> None:
    """The server takes the chunk and changes nothing about it."""
    dropped: list[str] = []
    given = [entity.as_json() for entity in chunk.entities]
    value = server.formatted(chunk.text, "", given, lambda _, why: dropped.append(why))
    server.check_text(value)

    assert dropped == []
    assert value.text == chunk.text
    own = [each for each in value.entities if each["type"] not in nesting.AUTOMATIC]
    assert covered(value.text, own) == covered(value.text, given)
    assert len(given) <= 100


def covered(text: str, entities: Iterable[nesting.Entity]) -> set[tuple[object, ...]]:
    """Which visible units have which format: what the server finds itself may split an entity."""
    return {
        (unit, each["type"], each.get("url"), each.get("language"))
        for each in entities
        for unit in range(each["offset"], nesting.end(each))
        if not utf16.part(text, unit, 1).isspace()
    }


def texts(messages: Sent) -> list[str]:
    """The texts of the chunks, each of which the server takes."""
    chunks = [each for each in messages if isinstance(each, Chunk)]
    for chunk in chunks:
        check(chunk)
    return [chunk.text for chunk in chunks]


def documents(messages: Sent) -> list[Document]:
    return [each for each in messages if isinstance(each, Document)]


def formats(chunk: Chunk, kind: str) -> list[str]:
    """The parts of a text that have a format."""
    return [
        utf16.part(chunk.text, entity.offset, entity.length)
        for entity in chunk.entities
        if entity.type == kind
    ]


def one(messages: Sent) -> Chunk:
    """The only message."""
    (chunk,) = messages
    assert isinstance(chunk, Chunk)
    check(chunk)
    return chunk


def visible(text: str) -> str:
    """What is left of a text without white space."""
    return "".join(text.split())


def letters(text: str) -> str:
    return "".join(itertools.compress(text, map(str.isalnum, text)))
