"""Which part of a conversation a prompt shows: the newest whole turns that fit."""

from collections.abc import Sequence
from itertools import groupby

from memory_core import prompt
from memory_core.model import Message


def fit(history: Sequence[Message], budget: int) -> tuple[Message, ...]:
    """Return the longest end of ``history`` that costs at most ``budget`` tokens.

    Whole turns are left out from the oldest, so a question keeps its answer and a tool call its
    result.
    """
    kept: list[Message] = []
    for turn in reversed([list(group) for _, group in groupby(history, lambda m: m.turn_id)]):
        budget -= sum(map(prompt.cost, turn))
        if budget < 0:
            break
        kept[:0] = turn
    return tuple(kept)


def without_retried(history: Sequence[Message], question: Message | None) -> tuple[Message, ...]:
    """Return ``history`` without the question that is asked again and its former answer."""
    if question is None:
        return tuple(history)
    return tuple(m for m in history if m.turn_id != question.turn_id)
