"""What is sent: texts with entities, and files."""

from dataclasses import dataclass
from typing import Literal

EntityType = Literal[
    "blockquote", "bold", "code", "italic", "pre", "spoiler", "strikethrough", "text_link"
]


@dataclass(frozen=True, kw_only=True, slots=True)
class Entity:
    """The format of a part of a text; offset and length in UTF-16 units."""

    type: EntityType
    offset: int
    length: int
    url: str | None = None
    language: str | None = None

    def as_json(self) -> dict[str, str | int]:
        """Return the entity as the Bot API takes it."""
        found: dict[str, str | int] = {
            "type": self.type,
            "offset": self.offset,
            "length": self.length,
        }
        if self.url is not None:
            found["url"] = self.url
        if self.language is not None:
            found["language"] = self.language
        return found


@dataclass(frozen=True, kw_only=True, slots=True)
class Chunk:
    """One message: at most 4096 UTF-16 units and 100 entities, nested properly, trimmed."""

    text: str
    entities: tuple[Entity, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """Code that is too long for messages, sent as a file; the chunk before it names it."""

    name: str
    content: str
    caption: str = ""
