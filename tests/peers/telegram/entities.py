"""Which entities the server keeps: it repairs crossings silently and drops what cannot nest."""

from collections.abc import Callable, Iterable
from typing import Any

Entity = dict[str, Any]
Drop = Callable[[Entity, str], None]

MAX_ENTITIES = 100
INSIDE_CODE = "inside pre or code"
SPLITTABLE = ("bold", "italic", "underline", "strikethrough", "spoiler")
QUOTES = ("blockquote", "expandable_blockquote")
PRE = ("pre", "code")
# Given by a bot these are ignored: the server finds them itself.
AUTOMATIC = (
    "mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number", "bank_card",
)  # fmt: skip
CONTINUOUS = ("pre", "code", "text_link", "text_mention", "custom_emoji", "date_time", *AUTOMATIC)
_ORDER = ("blockquote", "expandable_blockquote", *CONTINUOUS, *SPLITTABLE)


def end(entity: Entity) -> int:
    """The offset behind the entity, in UTF-16 units."""
    return int(entity["offset"]) + int(entity["length"])


def ordered(entities: Iterable[Entity]) -> list[Entity]:
    """By start, outer before inner."""
    return sorted(
        entities,
        key=lambda entity: (entity["offset"], -entity["length"], _ORDER.index(entity["type"])),
    )


def repair(entities: list[Entity], drop: Drop) -> list[Entity]:
    """The entities as the server stores them: nested properly, nothing inside pre or code."""
    entities = ordered(entity for entity in entities if entity["length"] > 0)
    if _nested_properly(entities):
        return entities
    plain = [entity for entity in entities if entity["type"] in SPLITTABLE]
    quotes = _without_overlaps([e for e in entities if e["type"] in QUOTES], drop)
    solid = _without_overlaps([e for e in entities if e["type"] in CONTINUOUS], drop)
    solid = [entity for entity in solid if not _crosses_any(entity, quotes, drop)]
    outer = ordered([*quotes, *solid])
    return ordered([*outer, *_split(plain, outer, drop)])


def limit(entities: list[Entity], found: list[Entity], drop: Drop) -> list[Entity]:
    """At most one hundred; the bot's own come first and the surplus disappears silently."""
    for entity in entities[MAX_ENTITIES:]:
        drop(entity, "more than 100 entities")
    kept = entities[:MAX_ENTITIES]
    return ordered([*kept, *found[: MAX_ENTITIES - len(kept)]])


def merge_found(entities: list[Entity], found: list[Entity]) -> list[Entity]:
    """The automatic entities that do not touch a solid one of the bot's."""
    solid = [entity for entity in entities if entity["type"] in CONTINUOUS]
    return [new for new in found if not any(_overlap(new, old) for old in solid)]


def _overlap(one: Entity, other: Entity) -> bool:
    return bool(one["offset"] < end(other) and other["offset"] < end(one))


def _inside(inner: Entity, outer: Entity) -> bool:
    return bool(outer["offset"] <= inner["offset"] and end(inner) <= end(outer))


def _nested_properly(entities: list[Entity]) -> bool:
    stack: list[Entity] = []
    for entity in entities:
        while stack and end(stack[-1]) <= entity["offset"]:
            stack.pop()
        if stack and end(stack[-1]) < end(entity):
            return False
        if any(not _may_hold(outer, entity) for outer in stack):
            return False
        stack.append(entity)
    return True


def _may_hold(outer: Entity, inner: Entity) -> bool:
    if outer["type"] in PRE or outer["type"] == inner["type"]:
        return False
    if inner["type"] in PRE:
        return outer["type"] in QUOTES
    return inner["type"] in SPLITTABLE or outer["type"] not in CONTINUOUS


def _without_overlaps(entities: list[Entity], drop: Drop) -> list[Entity]:
    kept: list[Entity] = []
    for entity in entities:
        if kept and entity["offset"] < end(kept[-1]):
            drop(entity, f"overlaps {kept[-1]['type']}")
        else:
            kept.append(entity)
    return kept


def _crosses_any(entity: Entity, quotes: list[Entity], drop: Drop) -> bool:
    crossing = any(_overlap(entity, quote) and not _inside(entity, quote) for quote in quotes)
    if crossing:
        drop(entity, "crosses a block quotation")
    return crossing


def _split(plain: list[Entity], outer: list[Entity], drop: Drop) -> list[Entity]:
    """Styles are cut at the borders of other entities and where another style begins."""
    joined = _joined(plain)
    borders = {edge for entity in outer for edge in (entity["offset"], end(entity))}
    borders |= {entity["offset"] for entity in joined}
    pre = [entity for entity in outer if entity["type"] in PRE]
    pieces: list[Entity] = []
    for entity in joined:
        inner = sorted(edge for edge in borders if entity["offset"] < edge < end(entity))
        edges = [entity["offset"], *inner]
        for start, stop in zip(edges, [*edges[1:], end(entity)], strict=True):
            piece = {**entity, "offset": start, "length": stop - start}
            if any(_overlap(piece, block) for block in pre):
                drop(piece, INSIDE_CODE)
            else:
                pieces.append(piece)
    return pieces


def _joined(plain: list[Entity]) -> list[Entity]:
    last: dict[str, Entity] = {}
    joined: list[Entity] = []
    for entity in plain:
        before = last.get(entity["type"])
        if before is not None and entity["offset"] <= end(before):
            before["length"] = max(end(before), end(entity)) - before["offset"]
        else:
            last[entity["type"]] = {**entity}
            joined.append(last[entity["type"]])
    return joined
