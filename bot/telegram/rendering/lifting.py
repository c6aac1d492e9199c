"""Takes code and tables out of Markdown: the library would glue, misalign or shorten them."""

from bot.telegram.rendering.blocks import Code, Found, Table, find
from bot.telegram.rendering.policy import TAB_CELLS
from bot.telegram.rendering.shields import PLACE, literal

_SIGNS = ("```", "~~~", "|", "]", "    ", "\t")
"""Without any of these there is nothing to find."""


def lift(source: str) -> tuple[str, list[Code | Table]]:
    """Return ``source`` with a place for each block, and the blocks.

    A link that Telegram would not take becomes plain text, address and all.
    """
    if not any(sign in source for sign in _SIGNS):
        return source, []
    data, done = source.encode(), 0
    parts: list[bytes] = []
    blocks: list[Code | Table] = []
    for found in find(source):
        start = _start(found, data)
        if start < done:
            continue
        parts.append(data[done:start])
        if found.what == "unlinked":
            parts.append(literal(data[start : found.end].decode(), "[]").encode())
        else:
            parts.append(_place(data, start))
            blocks.append(found.what)
        done = found.end
    return b"".join([*parts, data[done:]]).decode(), blocks


def _start(found: Found, data: bytes) -> int:
    """Where it begins; an indented block takes its indentation along."""
    start = found.start
    if isinstance(found.what, Code) and found.what.indented:
        while start > max(0, found.start - TAB_CELLS) and data[start - 1] in b" \t":
            start -= 1
    return start


def _place(data: bytes, start: int) -> bytes:
    """A line of its own; outside lists and quotes also a paragraph of its own."""
    outside = start == 0 or data[start - 1 : start] == b"\n"
    return f"{PLACE}\n\n".encode() if outside else f"{PLACE}\n".encode()
