"""Markdown to one text with spans: blocks are lifted out, laid out, and put back in."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from textwrap import dedent

from bot.telegram.rendering import files, library, policy, tables
from bot.telegram.rendering.blocks import Code, Table
from bot.telegram.rendering.cleaning import clean
from bot.telegram.rendering.lifting import lift
from bot.telegram.rendering.references import keep_unused
from bot.telegram.rendering.shields import PLACE, shield, unshield
from bot.telegram.rendering.styled import Span, Styled, units
from bot.telegram.rendering.values import Document


@dataclass(frozen=True, slots=True)
class Converted:
    """The whole answer; the text that ends at its position names the file."""

    styled: Styled
    files: tuple[tuple[int, Document], ...] = ()


def convert(markdown: str) -> Converted:
    """Return what is to be read of an answer, or of any prefix of one."""
    return _converted(keep_unused(shield(clean(markdown))))


def _converted(source: str) -> Converted:
    without, blocks = lift(source)
    return _joined(library.convert(without), list(_laid_out(blocks)))


def _laid_out(blocks: Iterable[Code | Table]) -> Iterator[Styled | Document]:
    number = 1
    for block in blocks:
        laid_out = _table(block) if isinstance(block, Table) else _code(block, number)
        number += isinstance(laid_out, Document)
        yield laid_out


def _table(table: Table) -> Styled:
    columns = tables.aligned(table)
    if columns is None:
        return _converted(tables.records(table)).styled
    return Styled(columns, (Span("pre", 0, len(columns)),))


def _code(block: Code, number: int) -> Styled | Document:
    code, info = unshield(block.text), unshield(block.info)
    if code.count("\n") >= policy.FILE_LINES or units(code) > policy.FILE_UNITS:
        return Document(name=files.name(info, code, number), content=f"{code}\n")
    # White space in front does not stay in an entity: the first line must not be indented.
    shown = dedent(code.expandtabs(policy.TAB_CELLS))
    return Styled(shown, (Span("pre", 0, len(shown), language=files.language(info)),))


def _mention(document: Document) -> Styled:
    """Name a file, as code lest Telegram take ``code.py`` for the address of a site."""
    text = f"📎 {document.name}"
    return Styled(text, (Span("code", len(text) - len(document.name), len(text)),))


def _joined(styled: Styled, blocks: list[Styled | Document]) -> Converted:
    """Put the blocks where their places are; should one have lost its place, it comes last."""
    shown = [_mention(block) if isinstance(block, Document) else block for block in blocks]
    whole, ends = _filled(styled, shown)
    documents = (
        (end, block)
        for end, block in zip(ends, blocks, strict=True)
        if isinstance(block, Document)
    )
    return Converted(whole, tuple(documents))


def _filled(styled: Styled, blocks: list[Styled]) -> tuple[Styled, list[int]]:
    """Return the text with the blocks in it, and where each of them ends."""
    text = styled.text + f"\n{PLACE}" * (len(blocks) - styled.text.count(PLACE))
    at = [found.start() for found in re.finditer(PLACE, text)]
    if not at:
        return styled, []
    shown = [*blocks, *[Styled("")] * (len(at) - len(blocks))]
    growth = list(accumulate((len(block.text) - 1 for block in shown), initial=0))

    def place(old: int) -> int:
        return old + growth[bisect_left(at, old)]

    rest = iter(shown)
    spans = list(styled.moved(text, place).spans)
    for old, block in zip(at, shown, strict=True):
        spans += (span.at(place(old) + span.start, place(old) + span.end) for span in block.spans)
    ends = [place(old) + len(block.text) for old, block in zip(at, blocks, strict=False)]
    return Styled(re.sub(PLACE, lambda _: next(rest).text, text), tuple(spans)), ends
