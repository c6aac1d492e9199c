"""Draws a JSON schema as the value it describes, with placeholders, for a model to read."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

DEEPEST = 8
_INDENT = "  "


def outline(schema: Mapping[str, Any]) -> str:
    """Return the shape of the value in the form of JSON: ``{"<name>": <string>, ...}``."""
    return _drawn(schema, schema, 0)


def _drawn(schema: Mapping[str, Any], root: Mapping[str, Any], depth: int) -> str:
    """Draw one value; lines after the first stand ``depth`` steps in."""
    match schema:
        case _ if depth > DEEPEST:
            drawn = "..."
        case {"$ref": str(pointer)}:
            drawn = _drawn(_referenced(pointer, root), root, depth)
        case {"enum": [*choices]}:
            drawn = " | ".join(_literal(choice) for choice in choices)
        case {"const": value}:
            drawn = _literal(value)
        case {"anyOf": [*choices]} | {"oneOf": [*choices]}:
            drawn = " | ".join(_drawn(choice, root, depth) for choice in choices)
        case {"properties": dict(properties)}:
            lines = _properties(properties, schema.get("required", ()), root, depth + 1)
            drawn = _bracketed("{", lines, "}", depth)
        case {"items": dict(items)}:
            lines = iter((f"{_drawn(items, root, depth + 1)},", "..."))
            drawn = _bracketed("[", lines, "]", depth)
        case _:
            drawn = f"<{schema.get('type', 'value')}>"
    return drawn


def _properties(
    properties: Mapping[str, Any], needed: Any, root: Mapping[str, Any], depth: int
) -> Iterator[str]:
    for name, schema in properties.items():
        about = [str(schema["description"])] if "description" in schema else []
        about += [] if name in needed else ["may be left out"]
        note = f" // {'; '.join(about)}" if about else ""
        value = _drawn(schema, root, depth)
        first, *rest = f"{_literal(name)}: {value},".split("\n")
        yield "\n".join([first + note, *rest])


def _bracketed(opening: str, lines: Iterator[str], closing: str, depth: int) -> str:
    inner = [f"{_INDENT * (depth + 1)}{line}" for line in lines]
    return "\n".join([opening, *inner, f"{_INDENT * depth}{closing}"])


def _referenced(pointer: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Any = root
    for name in pointer.removeprefix("#/").split("/"):
        found = found[name]
    return found  # type: ignore[no-any-return]


def _literal(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
