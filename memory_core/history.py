"""Which part of a conversation a prompt shows: the newest whole turns that fit."""

from collections.abc import Sequence
from dataclasses import replace

from memory_core import prompt as prompting
from memory_core import tokens
from memory_core.model import Message, Prompt, TurnId


def fit(history: Sequence[Message], budget: int) -> tuple[Message, ...]:
    """Return the newest turns of ``history`` that cost at most ``budget`` tokens.

    Whole turns are left out, so a question keeps its answer and a tool call its result: those
    first that were over first. An answer that was asked for again may follow later turns.
    """
    newest_first: dict[TurnId, int] = {}
    for message in reversed(history):
        spent = newest_first.get(message.turn_id, 0)
        newest_first[message.turn_id] = spent + prompting.cost(message)
    kept: set[TurnId] = set()
    for turn, cost in newest_first.items():
        budget -= cost
        if budget < 0:
            break
        kept.add(turn)
    return tuple(message for message in history if message.turn_id in kept)


def without_retried(history: Sequence[Message], question: Message | None) -> tuple[Message, ...]:
    """Return ``history`` without the question that is asked again and its former answer."""
    if question is None:
        return tuple(history)
    return tuple(m for m in history if m.turn_id != question.turn_id)


def within(prompt: Prompt, window: int) -> Prompt:
    """Return the prompt with as much history as its tools and tool rounds leave room for.

    Only when they leave none at all, the summary goes too.
    """
    if not prompt.tools and not prompt.rounds:
        return prompt
    question = tokens.of_message(prompting.messages(replace(prompt, history=()))[0].text)
    budget = window - prompting.beside_messages(prompt) - question
    if budget < 0 and prompt.summary:
        return within(replace(prompt, summary=None), window)
    return replace(prompt, history=fit(prompt.history, budget))
