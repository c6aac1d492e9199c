"""What a summary holds: ten lists of short sentences (section 5.3)."""

import json
import re
from collections.abc import Iterable, Mapping

from memory_core.policy import SUMMARY_ITEM_CHARS
from memory_core.quoting import one_line

Dimensions = Mapping[str, tuple[str, ...]]
"""The items of each dimension, under its key; every key is there, in order."""

HEADINGS: Mapping[str, str] = {
    "requests": "Requests and intent",
    "decisions": "Decisions and conclusions",
    "objects": "Objects created or changed",
    "schema_changes": "Schema changes",
    "data_operations": "Data operations",
    "errors_and_fixes": "Errors and fixes",
    "todos": "To do",
    "preferences": "Preferences of people",
    "tool_calls": "Tool calls",
    "other_context": "Other context",
}
SCHEMA: Mapping[str, object] = {
    "type": "object",
    "properties": {
        key: {"type": "array", "items": {"type": "string"}, "description": heading}
        for key, heading in HEADINGS.items()
    },
    "required": list(HEADINGS),
    "additionalProperties": False,
}
EMPTY: Dimensions = dict.fromkeys(HEADINGS, ())
_BULLET = re.compile(r"^[-*•·]\s+")


def parse(value: object) -> Dimensions:
    """Return the dimensions in a model's answer. Raises ValueError for what is none."""
    if not isinstance(value, dict):
        raise ValueError(f"it must be an object with the keys {', '.join(HEADINGS)}")  # noqa: TRY004 - read by the model
    found = {key: tuple(_items(key, value.get(key))) for key in HEADINGS}
    if not any(found.values()):
        raise ValueError("at least one of the ten lists must have an entry")
    return found


def load(text: str) -> Dimensions:
    """Return stored dimensions."""
    return parse(json.loads(text))


def dump(dimensions: Dimensions) -> str:
    """Return dimensions as JSON text; empty ones are left out."""
    filled = {key: items for key, items in dimensions.items() if items}
    return json.dumps(filled, ensure_ascii=False)


def render(dimensions: Dimensions) -> str:
    """Return the filled dimensions with headings, one line for each item."""
    return "\n".join(_lines(dimensions))


def _items(key: str, given: object) -> Iterable[str]:
    """Yield the different entries of one list; an entry is one line."""
    entries = [given] if isinstance(given, str) else given or []
    if not isinstance(entries, list) or not all(isinstance(each, str) for each in entries):
        raise ValueError(f"{key} must be a list of short strings")
    lines = (_BULLET.sub("", one_line(each, SUMMARY_ITEM_CHARS)) for each in entries)
    return dict.fromkeys(line for line in lines if line)


def _lines(dimensions: Dimensions) -> Iterable[str]:
    for key, heading in HEADINGS.items():
        if dimensions.get(key):
            yield f"{heading}:"
            yield from (f"- {item}" for item in dimensions[key])
