from typing import Any

import pytest

from bot.llm.json_outline import outline

NODE = {"properties": {"next": {"$ref": "#/$defs/node"}}, "required": ["next"]}


def test_a_shape_is_drawn_with_placeholders_and_notes() -> None:
    schema = {
        "type": "object",
        "required": ["kind", "items"],
        "properties": {
            "kind": {"enum": ["one", "二", None], "description": "which"},
            "items": {"type": "array", "items": {"$ref": "#/$defs/item"}},
            "age": {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "in days"},
        },
        "$defs": {"item": {"properties": {"v": {"const": 1}}, "required": ["v"]}},
    }
    assert outline(schema) == (
        "{\n"
        '  "kind": "one" | "二" | null, // which\n'
        '  "items": [\n'
        "    {\n"
        '      "v": 1,\n'
        "    },\n"
        "    ...\n"
        "  ],\n"
        '  "age": <integer> | <null>, // in days; may be left out\n'
        "}"
    )


@pytest.mark.parametrize(
    ("schema", "drawn"),
    [
        ({}, "<value>"),
        ({"type": "array"}, "<array>"),
        ({"oneOf": [{}, {"const": 2}]}, "<value> | 2"),
    ],
)
def test_what_says_little_is_a_placeholder(schema: dict[str, Any], drawn: str) -> None:
    assert outline(schema) == drawn


def test_a_shape_within_itself_ends_in_dots() -> None:
    drawn = outline({"$ref": "#/$defs/node", "$defs": {"node": NODE}})
    assert "..." in drawn
    assert drawn.count("next") < 10
