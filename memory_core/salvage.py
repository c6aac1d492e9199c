"""Finds the value a model meant in what it wrote: fenced, wrapped, between words, cut off.

Readings of a text are tried one after the other until ``parse`` takes one. Pure, and as fast on
garbage as on JSON.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from heapq import nlargest
from typing import TypeVar

from memory_core import json_scan

T = TypeVar("T")

MOST_VALUES = 20
"""How many values of one text are looked at, the longest first."""
DEEPEST_WRAPPING = 4
_ARGUMENTS = ("arguments", "parameters", "input")
_BESIDE_ARGUMENTS = frozenset({"name", "type", "id", "function"})


class NothingUsable(ValueError):
    """There is no JSON in what the model wrote."""

    def __init__(self) -> None:
        super().__init__("there is no complete JSON value in it")


def fit(
    texts: Iterable[str],
    parse: Callable[[object], T],
    *,
    list_key: str | None = None,
    whole: bool = True,
) -> T:
    """Return what ``parse`` makes of the first value it takes without raising ValueError.

    ``list_key`` is where a bare list belongs. Unless ``whole``, the complete items of a value that
    broke off count too. Raises NothingUsable, or what ``parse`` said of the likeliest value.
    """
    complaint: ValueError | None = None
    for text in texts:
        for value in values(text, whole=whole):
            for reading in readings(value, list_key):
                try:
                    return parse(reading)
                except ValueError as error:
                    complaint = complaint or error
    raise complaint or NothingUsable()


def list_key_of(schema: object) -> str | None:
    """Return the name of the only property of an object schema when that is an array."""
    match schema:
        case {"properties": dict(properties)} if len(properties) == 1:
            name, inner = next(iter(properties.items()))
            return str(name) if inner.get("type") == "array" else None
    return None


def values(text: str, *, whole: bool = True, depth: int = DEEPEST_WRAPPING) -> Iterator[object]:
    """Yield the JSON values in ``text``: whole ones, longest first, then unless ``whole`` others.

    A text that is a JSON string counts as what it says.
    """
    bare = _unfenced(text)
    said = json_scan.string(bare)
    if bare == "null":
        yield None
    elif said is None:
        yield from _containers(text, whole=whole)
    elif depth:
        yield from values(said, whole=whole, depth=depth - 1)


def is_bare(text: str) -> bool:
    """Whether ``text`` is one JSON value and nothing else."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def readings(
    value: object, list_key: str | None = None, depth: int = DEEPEST_WRAPPING
) -> Iterator[object]:
    """Yield what ``value`` may stand for, the likeliest first: itself, what it wraps, a list."""
    call = isinstance(value, dict) and _is_call(value)
    if not call:
        yield value
    if depth:
        for inner in _wrapped(value):
            yield from readings(inner, list_key, depth - 1)
    if call:
        yield value
    if list_key and isinstance(value, list):
        yield {list_key: value}
    elif list_key and value and isinstance(value, dict) and depth == DEEPEST_WRAPPING:
        yield {list_key: [value]}


def _containers(text: str, *, whole: bool) -> Iterator[object]:
    found = list(json_scan.containers(text))
    kinds = (True,) if whole else (True, False)
    for kind in kinds:
        of_kind = (each for each in found if each.whole is kind)
        yield from (each.value for each in nlargest(MOST_VALUES, of_kind, lambda each: each.chars))


def _unfenced(text: str) -> str:
    bare = text.strip().removeprefix("```").removesuffix("```")
    return bare.removeprefix("json").strip()


def _is_call(value: dict[str, object]) -> bool:
    """Whether this is a tool call written down: a name, arguments and nothing else."""
    arguments = value.keys() & set(_ARGUMENTS)
    return len(arguments) == 1 and value.keys() - arguments <= _BESIDE_ARGUMENTS


def _wrapped(value: object) -> Iterator[object]:
    """Yield what stands inside a call, a single key, a list of one, or a string of JSON."""
    match value:
        case dict() if _is_call(value):
            yield from (value[name] for name in _ARGUMENTS if name in value)
        case dict() if len(value) == 1:
            yield from (inner for inner in value.values() if isinstance(inner, (dict, list, str)))
        case [dict() as only]:
            yield only
        case str():
            yield from values(value, depth=1)
