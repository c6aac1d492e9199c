"""Sentences for whoever wrote a setting: which key, where, what was given, what is allowed."""

import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, get_args

from pydantic import BaseModel, SecretStr, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from bot.redaction import masked
from bot.settings_sources import Written, key_of, keys_of, variable_of
from bot.settings_types import UNSHOWN

Keys = Mapping[str, FieldInfo]

SHOWN_CHARS = 80
"""How much of a wrong value is repeated."""
ALIKE = 0.6
"""From which likeness on a key is offered for a misspelt one."""

_MUST = {
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "dict_type": "must be a table (in the environment: JSON)",
    "finite_number": "must be a number",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a whole number of fewer digits",
    "int_type": "must be a whole number",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "literal_error": "must be {expected}",
    "missing": "is missing",
    "model_type": "must be a table with keys of its own",
    "string_type": "must be text",
    "string_unicode": "must be valid Unicode text",
    "tuple_type": "must be a list (in the environment: JSON)",
    "value_error": "{error}",
}


def unknown_variables(written: Written, keys: Keys) -> Iterator[str]:
    """Yield a sentence for every name of the environment that is no key."""
    for name in written.unknown:
        right = _nearest(key_of(name), keys)
        more = "" if right in keys else "__…"
        yield f"{_plain(name)}: no such key{_hint(right and variable_of(right) + more)}"


def refused(error: ValidationError, written: Written, keys: Keys) -> Iterator[str]:
    """Yield a sentence for everything that the check of the settings refused."""
    for problem in error.errors(include_url=False):
        key, inside = _split(problem["loc"], keys)
        if problem["type"] == "extra_forbidden":
            right = _nearest(str(inside[-1]), _keys_inside(keys[key])) if inside else None
            hint = _hint(right if inside else _nearest(key, keys))
            yield f"{_place(key, inside, written)}: no such key{hint}"
        elif problem["type"] == "value_error" and key not in keys:
            yield _must(problem)  # between several keys of a section, which it names itself
        else:
            given = _given(problem, keys.get(key))
            yield f"{_place(key, inside, written)}: {given}{_must(problem)}"


def _split(loc: tuple[int | str, ...], keys: Keys) -> tuple[str, tuple[int | str, ...]]:
    """Return the key, and the way from its value to what is wrong inside: an entry, its key."""
    names = list(map(str, loc))
    for end in range(1, len(loc)):
        if ".".join(names[:end]) in keys:
            return ".".join(names[:end]), loc[end:]
    return ".".join(names), ()


def _place(key: str, inside: tuple[int | str, ...], written: Written) -> str:
    """Name it as the person wrote it: ``nam in entry 2 of agents in config.toml``."""
    steps = (
        f"entry {step + 1} of " if isinstance(step, int) else f"{step} in " for step in inside
    )
    where = written.variables.get(key) or f"{key} in {written.file}"
    return _plain("".join(reversed(list(steps))) + where)


def _must(problem: ErrorDetails) -> str:
    return _MUST.get(problem["type"], problem["msg"]).format_map(problem.get("ctx", {}))


def _given(problem: ErrorDetails, field: FieldInfo | None) -> str:
    """Repeat a wrong value, unless it is a secret or too much to be of use."""
    value = problem["input"]
    secret = problem["type"] == UNSHOWN or (field and _is_secret(field.annotation))
    if secret or problem["type"] == "missing" or isinstance(value, dict | list | tuple):
        return ""
    text = masked(json.dumps(value, ensure_ascii=False, default=str))
    return f"{text if len(text) <= SHOWN_CHARS else text[:SHOWN_CHARS] + '…'} given, "


def _is_secret(annotation: Any) -> bool:
    return annotation is SecretStr or any(map(_is_secret, get_args(annotation)))


def _keys_inside(field: FieldInfo) -> Keys:
    """Return the keys of one entry, when the key holds a list of tables."""
    parts = [part for part in get_args(field.annotation) if isinstance(part, type)]
    return next((keys_of(part) for part in parts if issubclass(part, BaseModel)), {})


def _nearest(wrong: str, keys: Iterable[str]) -> str | None:
    """Return the key of the same name elsewhere, else the key or section most like it."""
    wrong = wrong.lower()
    for key in keys:
        if key.rpartition(".")[2] == wrong.rpartition(".")[2]:
            return key
    sections = {key.partition(".")[0] for key in keys}
    return next(iter(get_close_matches(wrong, [*keys, *sorted(sections)], 1, ALIKE)), None)


def _hint(right: str | None) -> str:
    return f"; did you mean {right}?" if right else ""


def _plain(name: str) -> str:
    """A name with line breaks or other controls is shown escaped: one problem, one line."""
    return name if name.isprintable() else json.dumps(name)[1:-1]
