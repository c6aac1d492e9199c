"""The parameters of a call, from the values the rest of the bot speaks."""

from collections.abc import Sequence
from typing import Any, Protocol

from bot.telegram.places import Place

Json = dict[str, Any]


class Entity(Protocol):
    """A style of a part of a text; ``offset`` and ``length`` count UTF-16 units."""

    @property
    def type(self) -> str: ...  # noqa: D102
    @property
    def offset(self) -> int: ...  # noqa: D102
    @property
    def length(self) -> int: ...  # noqa: D102
    @property
    def url(self) -> str | None: ...  # noqa: D102
    @property
    def language(self) -> str | None: ...  # noqa: D102


class Chunk(Protocol):
    """A text that fits into one message."""

    @property
    def text(self) -> str: ...  # noqa: D102
    @property
    def entities(self) -> Sequence[Entity]: ...  # noqa: D102


def head(place: Place, reply_to: int | None) -> Json:
    """Return where a message goes and what it answers; a deleted target does not matter."""
    reply = {"message_id": reply_to, "allow_sending_without_reply": True}
    return {
        "chat_id": place.chat_id,
        "message_thread_id": place.topic,
        "reply_parameters": None if reply_to is None else reply,
    }


def text(place: Place, chunk: Chunk, reply_to: int | None) -> Json:
    """Return a new message."""
    return {**head(place, reply_to), "text": chunk.text, "entities": entities(chunk)}


def change(place: Place, message_id: int, chunk: Chunk) -> Json:
    """Return a message edited."""
    content = {"text": chunk.text, "entities": entities(chunk)}
    return {"chat_id": place.chat_id, "message_id": message_id, **content}


def entities(chunk: Chunk) -> list[Json] | None:
    """Return the styles of a text; None without any."""
    return [_entity(entity) for entity in chunk.entities] or None


def _entity(entity: Entity) -> Json:
    found = {
        "type": entity.type,
        "offset": entity.offset,
        "length": entity.length,
        "url": entity.url,
        "language": entity.language,
    }
    return {name: value for name, value in found.items() if value is not None}
