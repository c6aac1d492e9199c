"""What a text is about, as terms that can be compared: the ground of recall.

English words become stems, identifiers are also split (``user_id``, ``orderItems``), Chinese,
Japanese and Korean runs become pairs of characters; words that tell nothing are left out.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Protocol, cast

from memory_core import stop_words

_CJK = r"\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\U00020000-\U000323af"
_RUN = re.compile(
    rf"[{_CJK}]+"
    r"|\d+(?:[.:]\d+)+"  # addresses, versions, times of day
    rf"|(?:[^\W{_CJK}]|'(?=[^\W\d_{_CJK}]))+"
)
_IS_CJK = re.compile(rf"[{_CJK}]")
_STOP_CJK = re.compile("|".join(stop_words.CHINESE))
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_+")
_LONGEST_WORD = 64
"""Longer runs of letters are no words: only their beginning is looked at."""


def fold(text: str) -> str:
    """Return ``text`` with width, case and apostrophes made the same."""
    return _compose(text).lower()


def chunks(text: str) -> Iterator[str]:
    """Yield the telling parts as they are written: words, and CJK runs between stop words."""
    for match in _RUN.finditer(_compose(text)):
        run = match[0]
        if _IS_CJK.match(run):
            yield from filter(None, _STOP_CJK.split(run))
        elif _tells(run):
            yield run[:_LONGEST_WORD]


def words(text: str) -> tuple[str, ...]:
    """Return the words of ``text`` in order: lower case, unstemmed, identifiers split too."""
    return tuple(word for chunk in chunks(text) for word in _words(chunk))


def terms(text: str) -> tuple[str, ...]:
    """Return the terms of ``text`` in order, repeated as often as they occur."""
    return tuple(term for chunk in chunks(text) for term in _terms(chunk))


@cache
def traces(term: str) -> tuple[str, ...]:
    """Return strings of which every folded text that has ``term`` contains at least one.

    A quick test before ``terms`` is asked about many texts.
    """
    if _IS_CJK.match(term):
        return (term,)
    irregular = (form for form, base in stop_words.IRREGULAR.items() if _stem(base) == term)
    return (term[:-1] or term, *irregular)


def is_cjk(term: str) -> bool:
    """Tell whether ``term`` was cut from a Chinese, Japanese or Korean text."""
    return _IS_CJK.match(term) is not None


def _compose(text: str) -> str:
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", text).replace("’", "'")


def _tells(run: str) -> bool:
    return run.strip("_") != "" and run.lower() not in stop_words.ENGLISH


@lru_cache(maxsize=1 << 15)
def _words(chunk: str) -> tuple[str, ...]:
    if _IS_CJK.match(chunk):
        return tuple(chunk[i : i + 2] for i in range(max(1, len(chunk) - 1)))
    whole = chunk.lower().strip("_").removesuffix("'s")
    parts = [part.lower() for part in _HUMP.split(chunk) if part]
    if len(parts) == 1:
        return (whole,)
    return (whole, *(part for part in parts if part not in stop_words.ENGLISH))


@lru_cache(maxsize=1 << 15)
def _terms(chunk: str) -> tuple[str, ...]:
    return tuple(word if _IS_CJK.match(word) else _stem(word) for word in _words(chunk))


@lru_cache(maxsize=1 << 15)
def _stem(word: str) -> str:
    if not (word.isascii() and word.isalpha()):
        return word
    return _stemmer().stemWord(stop_words.IRREGULAR.get(word, word))


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802 - the library's name


@cache
def _stemmer() -> _Stemmer:
    """Import on first use: the library loads all its languages, which takes 30 ms."""
    import snowballstemmer  # type: ignore[import-untyped]  # noqa: PLC0415

    return cast("_Stemmer", snowballstemmer.stemmer("english"))
