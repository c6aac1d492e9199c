"""Checks of JSON shapes that refuse in the API's wording, with the path of the field."""

from collections.abc import Iterable
from typing import Any

from .errors import Json, invalid


def join(path: str, name: object) -> str:
    """`messages` and 0 become `messages.0`; the root has no name."""
    return f"{path}.{name}" if path else str(name)


def an_object(value: Any, path: str) -> Json:
    """The value as a JSON object."""
    if not isinstance(value, dict):
        raise invalid(f"{path}: Input should be a valid dictionary")
    return value


def a_list(value: Any, path: str) -> list[Any]:
    """The value as a JSON array."""
    if not isinstance(value, list):
        raise invalid(f"{path}: Input should be a valid list")
    return value


def a_string(value: Any, path: str) -> str:
    """The value as a string."""
    if not isinstance(value, str):
        raise invalid(f"{path}: Input should be a valid string")
    return value


def a_boolean(value: Any, path: str) -> bool:
    """The value as true or false."""
    if not isinstance(value, bool):
        raise invalid(f"{path}: Input should be a valid boolean")
    return value


def an_integer(value: Any, path: str, *, minimum: int) -> int:
    """The value as a whole number of at least `minimum`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise invalid(f"{path}: Input should be a valid integer")
    if value < minimum:
        raise invalid(f"{path}: Input should be greater than or equal to {minimum}")
    return value


def one_of(value: Any, path: str, options: Iterable[str]) -> str:
    """The value as one of the named options."""
    names = list(options)
    if value not in names:
        *head, last = [f"'{name}'" for name in names]
        wanted = f"{', '.join(head)} or {last}" if head else last
        raise invalid(f"{path}: Input should be {wanted}")
    return str(value)


def required(value: Json, path: str, *names: str) -> None:
    """Refuse when a field is missing."""
    for name in names:
        if name not in value:
            raise invalid(f"{join(path, name)}: Field required")


def no_extras(value: Json, path: str, allowed: Iterable[str]) -> None:
    """Refuse the first field the API does not know."""
    known = set(allowed)
    for name in value:
        if name not in known:
            raise invalid(f"{join(path, name)}: Extra inputs are not permitted")
