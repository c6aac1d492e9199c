"""L1: long messages keep their head and tail (section 5.1). What is stored stays whole."""

from memory_core import tokens
from memory_core.model import Message
from memory_core.policy import Policy
from memory_core.text import boundary_after, boundary_before

MARKER = "\n...[truncated]...\n"


def shorten(text: str, policy: Policy) -> str:
    """Return head + marker + tail of a text over ``l1_max_chars``, cut between characters.

    The text itself comes back when it is short enough, or when cutting would not shorten it.
    """
    if len(text) <= policy.l1_max_chars:
        return text
    head = text[: boundary_before(text, policy.l1_head)]
    tail = text[boundary_after(text, max(len(text) - policy.l1_tail, len(head))) :]
    short = head + MARKER + tail
    return short if len(short) < len(text) else text


def shown(message: Message, policy: Policy) -> Message:
    """Return the message as a prompt shows it; only a shortened one is counted again."""
    if len(message.content) <= policy.l1_max_chars:
        return message
    content = shorten(message.content, policy)
    return message._replace(content=content, tokens=tokens.of_message(content, message.rounds))
