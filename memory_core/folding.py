"""What a compaction takes away from a conversation, and how a summariser reads it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile

from memory_core import prompt, tokens, truncation
from memory_core.model import Message, Seq, ToolCall
from memory_core.policy import FOLDED_CHARS, Policy
from memory_core.quoting import enclosed, escaped

CHARS_PER_TOKEN = 2.6
"""No kind of text has more tokens to a character than this."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Fold:
    """A conversation cut in two: what will be summarised, and what stays as it is."""

    folded: tuple[Message, ...]
    kept: tuple[Message, ...]

    @property
    def size(self) -> int:
        """Return how many messages will be summarised."""
        return len(self.folded)


def choose(messages: Sequence[Message], keep: int, newest: Seq | None = None) -> Fold:
    """Keep the ``keep`` newest messages, the newest request, and all that came after ``newest``.

    Tool calls and results are part of their message, so that no cut comes between them.
    """
    old = list(takewhile(lambda m: newest is None or m.seq <= newest, messages))
    requests = [at for at, message in enumerate(old) if message.role == "user"]
    cut = max(0, min([len(old) - keep, *requests[-1:]]))
    return Fold(folded=tuple(messages[:cut]), kept=tuple(messages[cut:]))


def cost(messages: Sequence[Message], policy: Policy) -> int:
    """Return what messages cost in a prompt."""
    return sum(prompt.cost(truncation.shown(message, policy)) for message in messages)


def first_part(messages: Sequence[Message], policy: Policy, limit: int) -> tuple[Message, ...]:
    """Return the oldest messages that a summariser reads as at most ``limit`` tokens, or one."""
    part: list[Message] = []
    for message in messages:
        limit -= tokens.estimate(transcribed(message, policy, limit))
        if part and limit < 0:
            break
        part.append(message)
    return tuple(part)


def transcribed(message: Message, policy: Policy, limit: int) -> str:
    """Return a message as quoted data; one over ``limit`` tokens is shortened."""
    text = _transcribed(message, policy, FOLDED_CHARS)
    if tokens.estimate(text) <= limit:
        return text
    rounds_left_out = message._replace(rounds=())
    return _transcribed(rounds_left_out, policy, int(limit / CHARS_PER_TOKEN / 2))


def _transcribed(message: Message, policy: Policy, chars: int) -> str:
    calls = [call for step in message.rounds for call in step.calls]
    said = [step.text for step in message.rounds] + [truncation.cut(message.content, chars)]
    lines = [_call(call, policy) for call in calls] + [escaped(text) for text in said if text]
    facts = {
        "from": "assistant" if message.role == "assistant" else "person",
        "name": message.speaker,
        "day": message.created_at.date().isoformat(),
        "origin": None if message.origin == "typed" else message.origin,
        "state": None if message.state == "complete" else message.state,
    }
    return enclosed("message", "\n".join(lines), facts)


def _call(call: ToolCall, policy: Policy) -> str:
    facts = {"name": call.name, "failed": "yes" if call.failed else None}
    arguments = truncation.shorten(call.arguments, policy)
    result = truncation.shorten(call.result, policy)
    return enclosed("tool_call", escaped(f"{arguments}\n{result}"), facts)
