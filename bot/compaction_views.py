"""What a compaction did and what a summary holds, as people see them in every face."""

from dataclasses import dataclass
from datetime import timedelta
from math import ceil
from typing import Self

from bot.texts import Texts
from memory_core import dimensions
from memory_core.compaction import Compacted
from memory_core.model import Summary
from memory_core.text import first_line

LINES = 3
"""Of each dimension so many entries are shown, the latest."""
LINE_CHARS = 100
BAR_CELLS = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class Figures:
    """The numbers of a compaction; tokens are those of summary and messages together."""

    folded: int
    kept: int
    before: int
    after: int
    seconds: int

    @classmethod
    def of(cls, done: Compacted) -> Self:
        """Return the numbers of a compaction; time is rounded up."""
        return cls(
            folded=done.folded,
            kept=done.kept,
            before=done.tokens_before,
            after=done.tokens_after,
            seconds=max(1, ceil(done.took.total_seconds())),
        )


def result(figures: Figures, texts: Texts) -> str:
    """Return what was folded, and how much smaller the conversation has become."""
    took = timedelta(seconds=figures.seconds)
    told = texts.compacted(figures.folded, figures.kept, took)
    bar = _bar(figures.before, figures.after)
    return f"{told}\n{bar} {texts.shrunk(figures.before, figures.after)}"


def summary(found: Summary, texts: Texts, lines: int = LINES) -> str:
    """Return the dimensions that hold something, a few lines each."""
    head = texts.summary_of(found.messages)
    if found.extractive:
        head = f"{head}\n{texts.made_offline()}"
    held = dimensions.load(found.dimensions)
    filled = (_dimension(key, items, texts, lines) for key, items in held.items() if items)
    return "\n\n".join((head, *filled))


def restored(found: Summary | None, texts: Texts) -> str:
    """Say what is current after the previous summary was restored."""
    return texts.summary_restored(found.messages) if found else texts.summary_withdrawn()


def _dimension(key: str, items: tuple[str, ...], texts: Texts, lines: int) -> str:
    shown = [f"- {first_line(item, LINE_CHARS)}" for item in items[-lines:]]
    part = f" · {len(shown)}/{len(items)}" if len(items) > len(shown) else ""
    return "\n".join((f"{texts.dimension(key)}{part}", *shown))


def _bar(before: int, after: int) -> str:
    left = round(BAR_CELLS * after / max(before, 1))
    return "█" * left + "░" * (BAR_CELLS - left)
