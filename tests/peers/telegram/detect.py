"""Entities that Telegram finds in plain text by itself: commands, mentions, links."""

import re
from typing import Any

from . import utf16

Entity = dict[str, Any]

_TLD = "com|org|net|io|dev|me|ai|cn|ru|de|uk|app|co|info|edu|gov|xyz|py|rs|sh|md|so|to|tv|am|in|is"
_PATTERNS = (
    ("url", re.compile(r"(?i)(?<![\w@])(?:https?|tg|ftp)://[^\s<>\"“”«»]+")),
    ("email", re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?!\w)")),
    (
        "url",
        re.compile(
            rf"(?i)(?<![\w@.])(?:[a-z0-9-]{{1,63}}\.)+(?:{_TLD})(?![\w@-])(?:[/?#][^\s<>\"]*)?"
        ),
    ),
    (
        "bot_command",
        re.compile(r"(?<![\w/<>@])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>])"),
    ),
    ("mention", re.compile(r"(?<![\w@/])@[A-Za-z0-9_]{4,32}(?!\w)")),
    ("hashtag", re.compile(r"(?<![\w#@])#(?!\d+(?!\w))\w{1,256}")),
    ("cashtag", re.compile(r"(?<![\w$])\$[A-Z]{1,8}(?!\w)")),
)
_TRAILING = ".,:;!?'\")]}…"


def detect(text: str) -> list[Entity]:
    """What a client would highlight, without overlaps, in order of appearance."""
    offsets = utf16.starts(text)
    taken: list[tuple[int, int]] = []
    found: list[Entity] = []
    for kind, pattern in _PATTERNS:
        for match in pattern.finditer(text):
            start, end = match.span()
            if kind == "url":
                end = start + len(match.group().rstrip(_TRAILING))
            if any(start < other_end and other < end for other, other_end in taken):
                continue
            taken.append((start, end))
            size = offsets[end] - offsets[start]
            found.append({"type": kind, "offset": offsets[start], "length": size})
    return sorted(found, key=lambda entity: int(entity["offset"]))
