"""Cache marks: at most four, all ephemeral, long lived ones before short lived ones."""

from collections.abc import Iterator
from typing import Any

from .errors import Json, invalid
from .prompt import blocks_of
from .shape import an_object, no_extras, one_of, required

MOST_MARKS = 4


def check_cache_control(body: Json) -> None:
    """Shape, number and order of every `cache_control` in the request."""
    marks = [(path, mark) for path, mark in _marks(body) if mark is not None]
    for path, mark in marks:
        _check_mark(mark, path)
    if len(marks) > MOST_MARKS:
        raise invalid(
            f"A maximum of {MOST_MARKS} blocks with cache_control may be provided. "
            f"Found {len(marks)}."
        )
    _check_order(marks)


def _check_mark(value: Any, path: str) -> None:
    mark = an_object(value, path)
    required(mark, path, "type")
    one_of(mark["type"], f"{path}.type", ("ephemeral",))
    no_extras(mark, path, {"type", "ttl"})
    if "ttl" in mark:
        one_of(mark["ttl"], f"{path}.ttl", ("5m", "1h"))


def _check_order(marks: list[tuple[str, Json]]) -> None:
    short_seen = False
    for path, mark in marks:
        if mark.get("ttl", "5m") == "5m":
            short_seen = True
        elif short_seen:
            raise invalid(
                f"{path}.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' "
                "cache_control block. Note that blocks are processed in the following order: "
                "`tools`, `system`, `messages`."
            )


def _marks(body: Json) -> Iterator[tuple[str, Any]]:
    for index, tool in enumerate(body.get("tools") or []):
        yield f"tools.{index}.cache_control", tool.get("cache_control")
    yield from _in_content(body.get("system"), "system")
    for index, message in enumerate(body["messages"]):
        yield from _in_content(message["content"], f"messages.{index}.content")
    yield "cache_control", body.get("cache_control")


def _in_content(content: Any, path: str) -> Iterator[tuple[str, Any]]:
    for index, block in enumerate(blocks_of(content)):
        yield f"{path}.{index}.{block['type']}.cache_control", block.get("cache_control")
        if block["type"] == "tool_result":
            yield from _in_content(block.get("content"), f"{path}.{index}.tool_result.content")
