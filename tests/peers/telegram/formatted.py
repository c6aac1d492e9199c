"""Text with entities, as the server accepts it: parsed, cleaned, trimmed, checked."""

import json
from dataclasses import dataclass, field
from typing import Any

from . import entities as nesting
from . import utf16
from .detect import detect
from .entities import Drop, Entity
from .errors import bad_request
from .links import checked_link
from .markup_html import parse_html
from .markup_markdown import parse_markdown

MAX_TEXT = 4096
MAX_CAPTION = 1024
_REMOVED = {"\r", *map(chr, range(0x2028, 0x202F)), "\u0333", "\u033f", "\u030a"}
_INVISIBLE = {" ", "\n", *map(chr, (0xA0, 0x1680, 0x205F, 0x2800, 0x3000, 0xFEFF, 0xFFFC))}
_INVISIBLE |= {chr(code) for code in (*range(0x180B, 0x180F), *range(0x2000, 0x2010))}
_INVISIBLE |= {chr(code) for code in (*range(0x202A, 0x2030), *range(0x2060, 0x206A))}
_PARSERS = {"html": parse_html, "markdownv2": parse_markdown}


@dataclass(frozen=True, kw_only=True)
class Formatted:
    """A text and its entities, offsets in UTF-16 units."""

    text: str = ""
    entities: list[Entity] = field(default_factory=list)


def formatted(text: str, parse_mode: str, entities: Any, drop: Drop) -> Formatted:
    """What the server makes of a text parameter; an empty result means nothing visible."""
    if parse_mode and parse_mode.lower() != "none":
        parser = _PARSERS.get(parse_mode.lower())
        if parser is None:
            raise bad_request("unsupported parse_mode")
        text, own = parser(text)
    else:
        own = _given(entities)
    own = _with_known_links(own, drop)
    text, own = _cleaned(text, nesting.repair(own, drop))
    text, own = _trimmed(text, nesting.repair(_tightened(text, own), drop))
    if not text.strip("".join(_INVISIBLE)):
        return Formatted()
    kept = nesting.limit(own, nesting.merge_found(own, detect(text)), drop)
    return Formatted(text=text, entities=_tightened(text, nesting.repair(kept, _ignore)))


def _ignore(entity: Entity, why: str) -> None:
    """What the server found itself and gives up again is no loss of the bot's."""


def check_text(value: Formatted) -> None:
    """Message texts: something visible, at most 4096 UTF-16 units."""
    if not value.text:
        raise bad_request("text must be non-empty")
    if utf16.length(value.text) > MAX_TEXT:
        raise bad_request("message is too long")


def check_caption(value: Formatted) -> None:
    """Captions may be empty; at most 1024 UTF-16 units."""
    if utf16.length(value.text) > MAX_CAPTION:
        raise bad_request("message caption is too long")


def _given(entities: Any) -> list[Entity]:
    if entities is None:
        return []
    if isinstance(entities, str):
        try:
            entities = json.loads(entities)
        except ValueError:
            raise bad_request("can't parse entities JSON object") from None
    if not isinstance(entities, list):
        raise bad_request("expected an Array of entities")
    own = [_entity(raw) for raw in entities]
    return [entity for entity in own if entity["type"] not in nesting.AUTOMATIC]


def _entity(raw: Any) -> Entity:
    if not isinstance(raw, dict):
        raise bad_request("can't parse MessageEntity: expected an Object")
    kind, offset, size = raw.get("type"), raw.get("offset"), raw.get("length")
    if isinstance(offset, bool) or not isinstance(offset, int) or not isinstance(size, int):
        raise bad_request("can't parse MessageEntity: offset and length must be Numbers")
    if kind not in (*nesting.SPLITTABLE, *nesting.QUOTES, *nesting.CONTINUOUS):
        raise bad_request("can't parse MessageEntity: unsupported type specified")
    if not 0 <= offset <= 1_000_000:
        raise bad_request(f"receive an entity with incorrect offset {offset}")
    if not 0 <= size <= 1_000_000:
        raise bad_request(f"receive an entity with incorrect length {size}")
    if kind == "text_mention" and not isinstance(_user_id(raw), int):
        raise bad_request("can't parse MessageEntity: expected a user with an id")
    return {key: value for key, value in raw.items() if value is not None}


def _user_id(raw: Entity) -> Any:
    user = raw.get("user")
    return user.get("id") if isinstance(user, dict) else None


def _with_known_links(entities: list[Entity], drop: Drop) -> list[Entity]:
    kept: list[Entity] = []
    for entity in entities:
        if entity["type"] != "text_link":
            kept.append(entity)
        elif link := checked_link(str(entity.get("url", ""))):
            kept.append({**entity, "url": link})
        else:
            drop(entity, "no valid URL")
    return kept


def _cleaned(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    old = utf16.starts(text)
    moved = {0: 0}
    kept: list[str] = []
    for index, char in enumerate(text):
        gone = char in _REMOVED
        kept.append("" if gone else " " if ord(char) <= 32 and char != "\n" else char)
        moved[old[index + 1]] = moved[old[index]] + (0 if gone else old[index + 1] - old[index])
    for entity in entities:
        _check_bounds(text, old, entity)
    placed = [
        {
            **entity,
            "offset": moved[entity["offset"]],
            "length": moved[nesting.end(entity)] - moved[entity["offset"]],
        }
        for entity in entities
    ]
    return "".join(kept), placed


def _check_bounds(text: str, starts: list[int], entity: Entity) -> None:
    start, stop = entity["offset"], nesting.end(entity)
    if start > starts[-1]:
        raise bad_request(f"entity begins after the end of the text at UTF-16 offset {start}")
    if stop > starts[-1]:
        raise bad_request(
            f"entity beginning at UTF-16 offset {start} "
            f"ends after the end of the text at UTF-16 offset {stop}"
        )
    if start not in starts:
        byte = _byte(text, starts, start)
        raise bad_request(f"entity begins in a middle of a UTF-16 symbol at byte offset {byte}")
    if stop not in starts:
        raise bad_request(
            f"entity beginning at UTF-16 offset {start} ends in a middle of a UTF-16 symbol "
            f"at byte offset {_byte(text, starts, stop)}"
        )


def _byte(text: str, starts: list[int], inside: int) -> int:
    after = next(index for index, start in enumerate(starts) if start > inside)
    return len(text[:after].encode())


def _tightened(text: str, entities: list[Entity]) -> list[Entity]:
    """Leading white space leaves an entity; an entity of nothing else disappears."""
    kept: list[Entity] = []
    for entity in entities:
        inner = utf16.part(text, entity["offset"], entity["length"])
        blank = len(inner) - len(inner.lstrip(" \n"))
        if blank < len(inner):
            offset, size = entity["offset"] + blank, entity["length"] - blank
            kept.append({**entity, "offset": offset, "length": size})
    return kept


def _trimmed(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    right = text.rstrip(" \n")
    size = utf16.length(right)
    short = [
        {**entity, "length": min(entity["length"], size - entity["offset"])}
        for entity in entities
        if entity["offset"] < size
    ]
    left = right.lstrip(" \n")
    cut = len(right) - len(left)
    return left, nesting.ordered({**entity, "offset": entity["offset"] - cut} for entity in short)
