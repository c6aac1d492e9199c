"""Finds the code and the tables of an answer, and the links that cannot be."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import pyromark
from telegramify_markdown.converter import STANDARD_OPTIONS

from bot.telegram.rendering.links import is_link
from bot.telegram.rendering.shields import unshield


class Code(NamedTuple):
    """A fenced or indented block; ``info`` is what stands behind the fence."""

    text: str
    info: str
    indented: bool


class Cell(NamedTuple):
    """One cell of a table: what is read, and the Markdown it comes from."""

    text: str
    source: str


@dataclass(slots=True)
class Table:
    """The first row is the heading; ``linked`` when a cell holds a link or an image."""

    aligned: tuple[str, ...]
    rows: list[list[Cell]] = field(default_factory=list)
    linked: bool = False


class Found(NamedTuple):
    """Something in ``source[start:end]``, positions in UTF-8 bytes.

    What is "unlinked" is a link or an image that Telegram would not take.
    """

    what: Code | Table | Literal["unlinked"]
    start: int
    end: int


Events = Iterator[tuple[Any, Any]]


def find(source: str) -> Iterator[Found]:
    """Yield what has to be handled apart, in order of appearance."""
    events: Events = iter(pyromark.events_with_range(source, options=STANDARD_OPTIONS))
    data = source.encode()
    for event, place in events:
        match event:
            case {"Start": {"CodeBlock": kind}}:
                yield Found(_code(kind, events), place["start"], place["end"])
            case {"Start": {"Table": aligned}}:
                yield Found(_table(aligned, events, data), place["start"], place["end"])
            case {"Start": {"Link": to} | {"Image": to}} if not is_link(unshield(to["dest_url"])):
                yield Found("unlinked", place["start"], place["end"])


def _code(kind: Any, events: Events) -> Code:
    parts: list[str] = []
    for event, _ in events:
        match event:
            case {"Text": text}:
                parts.append(text)
            case {"End": "CodeBlock"}:
                break
    text = "".join(parts).removesuffix("\n")
    fenced = isinstance(kind, dict)
    return Code(text, kind["Fenced"] if fenced else "", not fenced)


def _table(aligned: tuple[str, ...], events: Events, data: bytes) -> Table:
    table, done = Table(aligned), 0
    for event, place in events:
        match event:
            case {"Start": "TableHead" | "TableRow"}:
                table.rows.append([])
            case {"Start": "TableCell"}:
                source, done = data[place["start"] : place["end"]].decode(), place["end"]
                table.rows[-1].append(_cell(source, events, table))
            case {"End": "TableHead" | "TableRow"}:
                _keep_surplus(table.rows[-1], data[done : place["end"]].decode())
            case {"End": "Table"}:
                break
    return table


def _keep_surplus(row: list[Cell], rest: str) -> None:
    """Add to the last cell what the row has beyond the heading; the parser ignores it."""
    surplus = rest.strip(" \n|")
    if surplus and row:
        last = row[-1]
        row[-1] = Cell(f"{last.text} | {surplus}".strip(), f"{last.source} | {surplus}".strip())


def _cell(source: str, events: Events, table: Table) -> Cell:
    parts: list[str] = []
    for event, _ in events:
        match event:
            case {"Text": text} | {"Code": text} | {"InlineMath": text} | {"DisplayMath": text}:
                parts.append(text)
            case {"Start": {"Link": _} | {"Image": _}}:
                table.linked = True
            case {"End": "TableCell"}:
                break
    return Cell("".join(parts).strip(), source.strip().replace(r"\|", "|"))
