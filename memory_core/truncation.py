"""L1: long messages keep their head and tail (section 5.1). What is stored stays whole."""

from dataclasses import replace

from memory_core import tokens
from memory_core.model import Message, ToolRound
from memory_core.policy import Policy
from memory_core.text import boundary_after, boundary_before

MARKER = "\n...[truncated]...\n"


def shorten(text: str, policy: Policy) -> str:
    """Return head + marker + tail of a text over ``l1_max_chars``, cut between characters.

    The text itself comes back when it is short enough, or when cutting would not shorten it.
    """
    if len(text) <= policy.l1_max_chars:
        return text
    return _joined(text, policy.l1_head, policy.l1_tail)


def cut(text: str, chars: int) -> str:
    """Return ``text`` shortened to about ``chars`` characters, half of them from each end."""
    return text if len(text) <= chars else _joined(text, chars // 2, chars // 2)


def shown(message: Message, policy: Policy) -> Message:
    """Return the message as a prompt shows it; only a shortened one is counted again."""
    if len(message.content) <= policy.l1_max_chars and not message.rounds:
        return message
    content = shorten(message.content, policy)
    rounds = tuple(_shown_round(each, policy) for each in message.rounds)
    if content == message.content and rounds == message.rounds:
        return message
    return message._replace(
        content=content, rounds=rounds, tokens=tokens.of_message(content, rounds)
    )


def _shown_round(each: ToolRound, policy: Policy) -> ToolRound:
    """Shorten results; what was asked stays whole, since it must stay valid."""
    calls = tuple(replace(call, result=shorten(call.result, policy)) for call in each.calls)
    return replace(each, calls=calls)


def _joined(text: str, head_chars: int, tail_chars: int) -> str:
    head = text[: boundary_before(text, head_chars)]
    tail = text[boundary_after(text, max(len(text) - tail_chars, len(head))) :]
    short = head + MARKER + tail
    return short if len(short) < len(text) else text
