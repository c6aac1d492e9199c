"""The parts of a reply: made once, stored in the outbox, delivered from there."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from bot.telegram.buttons import Button, Buttons
from bot.telegram.rendering.values import Chunk, Document, Entity
from memory_core.delivery import Due
from memory_core.model import ChatKey, Outgoing


@dataclass(frozen=True, kw_only=True, slots=True)
class Text:
    """A message; ``replaces`` names the one that is edited instead of a new one being sent."""

    chunk: Chunk
    buttons: Buttons = ()
    reply_to: int | None = None
    replaces: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class File:
    """A file."""

    document: Document
    reply_to: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Removal:
    """A message of the bot that is taken back."""

    message: int


Part = Text | File | Removal


def stored(lane: ChatKey, parts: Iterable[Part]) -> tuple[Outgoing, ...]:
    """Return parts as the outbox keeps them."""
    return tuple(
        Outgoing(lane=lane, kind=type(part).__name__.lower(), payload=_json(part))
        for part in parts
    )


def loaded(due: Due) -> Part:
    """Return a part as it was stored."""
    values: dict[str, Any] = json.loads(due.payload)
    match due.kind:
        case "file":
            return File(document=Document(**values["document"]), reply_to=values["reply_to"])
        case "removal":
            return Removal(**values)
        case _:
            return Text(
                chunk=_chunk(values["chunk"]),
                buttons=[[Button(**button) for button in row] for row in values["buttons"]],
                reply_to=values["reply_to"],
                replaces=values["replaces"],
            )


def plain(text: str, *, buttons: Buttons = (), reply_to: int | None = None) -> Text:
    """Return a sentence of ours as a message; those are short and have no styles."""
    return Text(chunk=Chunk(text=text), buttons=buttons, reply_to=reply_to)


def _json(part: Part) -> str:
    return json.dumps(asdict(part), ensure_ascii=False, separators=(",", ":"))


def _chunk(values: dict[str, Any]) -> Chunk:
    entities = tuple(Entity(**entity) for entity in values["entities"])
    return Chunk(text=values["text"], entities=entities)
