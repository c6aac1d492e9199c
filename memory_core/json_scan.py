"""Reads the JSON values in a text that was meant to be JSON, in one pass.

Commas count as space, so trailing, double and missing ones do no harm. Where a value breaks off
or stops being JSON, what was complete until there is kept.
"""

import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory_core.text import clean

DEEPEST = 64
"""Containers within containers; no answer needs that many."""
LONGEST_NUMBER = 300
_OPENING = re.compile(r"[\[{]")
_SPACE = re.compile(r"[\s,，\ufeff]*+")
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_WORD = re.compile(r"(?:-?[0-9][0-9.eE+-]*+|-?[A-Za-z]++)(?!\w)")
_ESCAPE = re.compile(r'\\(["\\/bfnrt]|u[0-9a-fA-F]{4})|\\')
_COLON = re.compile(r"\s*+[:：]")
_WORDS = {"true": True, "false": False, "null": None, "none": None, "nan": None}


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """An object or array; not ``whole`` when it, or something before it, broke off."""

    value: object
    whole: bool
    chars: int


def containers(text: str) -> Iterator[Found]:
    """Yield the outermost objects and arrays in ``text``, in order; time grows with its length."""
    at, whole = 0, True
    while opening := _OPENING.search(text, at):
        reader = _Reader(text, opening.start())
        value = reader.value()
        whole = whole and not (reader.broken and reader.read_something)
        if value or not reader.broken:
            found_whole = whole and not reader.broken
            yield Found(value=value, whole=found_whole, chars=reader.at - opening.start())
        at = reader.at


def string(text: str) -> str | None:
    """Return what ``text`` says when it is one JSON string, else None."""
    return _decoded(text) if _STRING.fullmatch(text) else None


class _Nothing:
    """Stands for a value that is not there."""


class _Reader:
    """Reads one value from ``at`` on; when ``broken``, ``at`` is where it stopped being JSON."""

    def __init__(self, text: str, at: int) -> None:
        self.at, self.broken, self.read_something = at, False, False
        self._text = text

    def value(self, depth: int = 0) -> object:
        """Return the value here; of a broken container what is complete, of others _Nothing."""
        match self._text[self.at : self.at + 1]:
            case "{" if depth < DEEPEST:
                return self._object(depth)
            case "[" if depth < DEEPEST:
                return self._array(depth)
            case '"':
                return self._string()
        return self._word()

    def _array(self, depth: int) -> list[object]:
        items: list[object] = []
        self.at += 1
        while not self._closes("]"):
            item = self.value(depth + 1)
            if self.broken:
                break
            items.append(item)
        return items

    def _object(self, depth: int) -> dict[str, object]:
        """Read pairs; of the last one before a break the complete part of a container counts."""
        pairs: dict[str, object] = {}
        self.at += 1
        while not self.broken and not self._closes("}"):
            key = self._key()
            if isinstance(key, str):
                value = self.value(depth + 1)
                if not isinstance(value, _Nothing):
                    pairs[key] = value
        return pairs

    def _closes(self, bracket: str) -> bool:
        self._skip(_SPACE)
        if not self._text.startswith(bracket, self.at):
            return False
        self.at += 1
        return True

    def _key(self) -> str | _Nothing:
        key = self._string()
        if isinstance(key, str) and not self._skip(_COLON):
            return self._break()
        self._skip(_SPACE)
        return key

    def _string(self) -> str | _Nothing:
        if not self._text.startswith('"', self.at):
            return self._break()
        self.read_something = True
        if found := _STRING.match(self._text, self.at):
            self.at = found.end()
            return _decoded(found[0])
        self.at = len(self._text)
        return self._break()

    def _word(self) -> object:
        """Read a number, true, false or null; one that ends the text may have been cut."""
        found = _WORD.match(self._text, self.at)
        value = _meant(found[0]) if found and found.end() < len(self._text) else _Nothing()
        if found is None or isinstance(value, _Nothing):
            return self._break()
        self.at, self.read_something = found.end(), True
        return value

    def _skip(self, pattern: re.Pattern[str]) -> bool:
        found = pattern.match(self._text, self.at)
        self.at = found.end() if found else self.at
        return found is not None

    def _break(self) -> _Nothing:
        self.broken = True
        return _Nothing()


def _decoded(token: str) -> str:
    """Return the text of a string token; stray backslashes stand for themselves."""
    sound = _ESCAPE.sub(lambda found: found[0] if found[1] else r"\\", token)
    return clean(json.loads(sound, strict=False))


def _meant(word: str) -> object:
    """Return the number or constant; what JSON cannot hold is null."""
    if word[-1].isalpha():
        return _WORDS.get(word.lower(), None if word.endswith("Infinity") else _Nothing())
    if len(word) > LONGEST_NUMBER:
        return _Nothing()
    try:
        return int(word)
    except ValueError:
        return _float(word)


def _float(word: str) -> object:
    try:
        number = float(word)
    except ValueError:
        return _Nothing()
    return number if math.isfinite(number) else None
