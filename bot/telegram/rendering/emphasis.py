"""Emphasis next to punctuation, as in **“金额”**字段: no emphasis by the letter of Markdown."""

import re
from collections.abc import Iterator

JOINER = "\ufdd0"
"""Neither a space nor punctuation; it stands inside the markers and is taken away again."""
_MARKS = re.compile(r"\\[*~]|\*+|~~|\n")


def join(text: str) -> str:
    """Return Markdown in which emphasis may begin and end with punctuation, within a line."""
    done = 0
    parts: list[str] = []
    for place in sorted(_edges(text)):
        parts += text[done:place], JOINER
        done = place
    return "".join([*parts, text[done:]])


def _edges(text: str) -> Iterator[int]:
    """Yield the places just inside of paired markers where something else than a letter is."""
    opened: dict[str, int] = {}
    for found in _MARKS.finditer(text):
        mark, start, end = found[0], found.start(), found.end()
        if mark == "\n":
            opened.clear()
        elif mark in opened and not text[start - 1].isspace():
            begin = opened.pop(mark)
            yield from (begin,) if not text[begin].isalnum() else ()
            yield from (start,) if not text[start - 1].isalnum() else ()
        elif mark[0] != "\\" and text[end : end + 1].strip():
            opened[mark] = end
