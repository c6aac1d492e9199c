"""What may reach a terminal: text without control characters, colour only where it is wanted."""

import sys
from collections.abc import Mapping
from typing import Literal

from memory_core.text import clean

Style = Literal["plain", "dim", "trouble"]

_CONTROLS = [*range(0x20), *range(0x7F, 0xA0)]
_BIDI = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
_BREAKS = {0x2028: "\n", 0x2029: "\n"}
_UNSAFE = dict.fromkeys([*_CONTROLS, *_BIDI]) | _BREAKS
_SAFE = {point: to for point, to in _UNSAFE.items() if chr(point) not in "\n\t"}
_CODES: dict[Style, str] = {"plain": "", "dim": "2", "trouble": "33"}


def is_watched() -> bool:
    """Whether a person reads and types, and no pipe."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def safe(text: str) -> str:
    """Return ``text`` without what moves the cursor, changes colours or turns reading round."""
    return clean(text).translate(_SAFE)


def painted(text: str, style: Style, *, colour: bool) -> str:
    """Return ``text`` in a style, every line by itself."""
    code = _CODES[style]
    if not colour or not code:
        return text
    return "\n".join(f"\x1b[{code}m{line}\x1b[0m" if line else "" for line in text.split("\n"))


def wants_colour(environ: Mapping[str, str]) -> bool:
    """Tell whether a terminal may be coloured."""
    return not environ.get("NO_COLOR") and environ.get("TERM", "dumb") != "dumb"
