"""Tables for a narrow screen: aligned columns when they fit, else one record per row."""

import re
from collections.abc import Iterator

from wcwidth import wcswidth

from bot.telegram.rendering.blocks import Cell, Table
from bot.telegram.rendering.cleaning import clean
from bot.telegram.rendering.emphasis import JOINER
from bot.telegram.rendering.policy import TABLE_CELLS
from bot.telegram.rendering.shields import unshield

_GAP = "  "
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")


def aligned(table: Table) -> str | None:
    """Return the table in columns, for a fixed-width font; None when a phone is too narrow.

    A table that is only a heading stays one, and one with links cannot be shown this way.
    """
    rows = [[_shown(cell) for cell in row] for row in table.rows]
    widths = [max(map(_cells, column)) for column in zip(*rows, strict=True)]
    fits = sum(widths) + len(_GAP) * (len(widths) - 1) <= TABLE_CELLS
    if table.linked or not (fits or len(rows) == 1):
        return None
    rows.insert(1, ["─" * width for width in widths])
    return "\n".join(_line(row, widths, table.aligned) for row in rows)


def records(table: Table) -> str:
    """Return the table as shielded Markdown, each row as lines of "heading: value"."""
    heads, *rows = table.rows
    return "\n\n".join(filter(None, ("\n".join(_record(heads, row)) for row in rows)))


def _shown(cell: Cell) -> str:
    return clean(unshield(cell.text)).replace("\t", " ").strip()


def _record(heads: list[Cell], row: list[Cell]) -> Iterator[str]:
    for head, cell in zip(heads, row, strict=True):
        name = head.text.replace(JOINER, "")
        if name:
            escaped = _PUNCTUATION.sub(r"\\\1", name)
            yield f"{JOINER}**{JOINER}{escaped}{JOINER}**{JOINER}: {cell.source}"
        elif cell.source:
            yield f"{JOINER}{cell.source}"


def _line(row: list[str], widths: list[int], sides: tuple[str, ...]) -> str:
    cells = map(_padded, row, widths, sides)
    return _GAP.join(cells).rstrip()


def _padded(cell: str, width: int, side: str) -> str:
    room = width - _cells(cell)
    before = {"Right": room, "Center": room // 2}.get(side, 0)
    return " " * before + cell + " " * (room - before)


def _cells(text: str) -> int:
    return max(0, wcswidth(text))
