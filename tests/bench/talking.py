"""Two sides of a long talk: a person who asks and pastes, and a model that answers at length."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Literal

from memory_core import tokens
from tests.bench import phrases, samples

Language = Literal["en", "zh", "mixed"]
LEAST_ANSWER, MOST_ANSWER = 100, 600
_ASKED = {"en": phrases.ASKED, "zh": phrases.ASKED_ZH, "mixed": phrases.ASKED_MIXED}
_LANGUAGES: tuple[Language, ...] = ("en", "en", "zh", "zh", "mixed")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and its answer."""

    question: str
    answer: str


def talk(turns: int, seed: int) -> Iterator[Exchange]:
    """Yield a talk in English and Chinese in which things are pasted; the same for a seed."""
    rng = Random(seed)  # noqa: S311 - the same dice every time
    for _ in range(turns):
        language = rng.choice(_LANGUAGES)
        yield Exchange(_question(rng, language), _answer(rng, language != "en"))


def _question(rng: Random, language: Language) -> str:
    asked = rng.sample(_ASKED[language], rng.choice((1, 1, 2)))
    text = " ".join(phrases.filled(rng, one, chinese=language == "zh") for one in asked)
    pasted = rng.choices(_PASTED, _CHANCES)[0]
    return f"{text}\n\n{pasted(rng)}" if pasted else text


def _answer(rng: Random, chinese: bool) -> str:
    """Return paragraphs, code, tables and lists up to a size within the bounds."""
    size, writer = rng.randint(LEAST_ANSWER, MOST_ANSWER), _Writer(rng, chinese)
    parts = [writer.paragraph()]
    while tokens.estimate("\n\n".join(parts)) < size:
        part = rng.choice(writer.ways)()
        if tokens.estimate("\n\n".join([*parts, part])) > MOST_ANSWER:
            break
        parts.append(part)
    return "\n\n".join(parts)


class _Writer:
    """Writes the parts of one answer without saying a sentence twice."""

    def __init__(self, rng: Random, chinese: bool) -> None:
        self._rng, self._chinese = rng, chinese
        self._left = [*(phrases.SAID_ZH if chinese else phrases.SAID), *_told(chinese)]
        rng.shuffle(self._left)
        self.ways = (self.paragraph, self.paragraph, self.bullets, self.query, self.figures)

    def paragraph(self) -> str:
        return ("" if self._chinese else " ").join(self._sentences(2, 4))

    def bullets(self) -> str:
        return "\n".join(f"- {one}" for one in self._sentences(3, 5))

    def query(self) -> str:
        return f"```sql\n{_renamed(self._rng, 'sql')}\n```"

    def figures(self) -> str:
        return samples.table_zh(self._rng) if self._chinese else samples.table(self._rng)

    def _sentences(self, least: int, most: int) -> list[str]:
        count = self._rng.randint(least, most)
        said, self._left = self._left[:count], self._left[count:]
        return [phrases.filled(self._rng, one, chinese=self._chinese) for one in said]


@cache
def _told(chinese: bool) -> tuple[str, ...]:
    """Return the sentences of what was written in a language."""
    texts = samples.written("chinese" if chinese else "english")
    ends = r"(?<=[。？])" if chinese else r"(?<=[.?]) "
    return tuple(one for text in texts for one in re.split(ends, text) if one)


def _code(rng: Random) -> str:
    return f"```python\n{_renamed(rng, 'python')}\n```"


def _sql(rng: Random) -> str:
    return _renamed(rng, "sql")


def _trace(rng: Random) -> str:
    return rng.choice(samples.written("trace"))


def _long(rng: Random) -> str:
    """Return what people paste without looking at its size, up to 6,000 characters."""
    make = rng.choice((_code, _code, samples.records, samples.log))
    text, size = make(rng), rng.randint(2_200, 6_000)
    while len(text) < size:
        text += f"\n\n{make(rng)}"
    return text[:size]


def _renamed(rng: Random, kind: str) -> str:
    """Return code about another table than the one it was written for."""
    text = rng.choice(samples.written(kind))
    for name in ("orders", "customers", "amount", "status"):
        text = text.replace(name, rng.choice(samples.TABLES + samples.FIELDS))
    return text


_Paste = Callable[[Random], str]
_PASTES: tuple[tuple[_Paste | None, int], ...] = (
    (None, 50),
    (_code, 8),
    (_sql, 8),
    (samples.records, 9),
    (samples.table, 5),
    (samples.table_zh, 5),
    (samples.csv, 4),
    (samples.log, 3),
    (_trace, 4),
    (_long, 4),
)
_PASTED = [paste for paste, _ in _PASTES]
_CHANCES = [chance for _, chance in _PASTES]
