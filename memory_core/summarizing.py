"""Who makes summaries: a language model, or whatever else keeps this promise."""

from dataclasses import dataclass, field
from typing import Protocol

from memory_core import dimensions, folding, prompts, tokens
from memory_core.dimensions import Dimensions
from memory_core.model import JsonRequest, Message, Usage
from memory_core.policy import Policy
from memory_core.ports import JsonModel
from memory_core.quoting import enclosed, escaped

LEAST_PART_TOKENS = 500
"""A call that summarises takes at least this much of a conversation."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Part:
    """Messages of a conversation, and the tokens they may take as they are read."""

    messages: tuple[Message, ...]
    room: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Digest:
    """What one call made of a part of a conversation, and what it cost."""

    dimensions: Dimensions
    model: str
    usage: Usage = field(default_factory=Usage)


class Summarizer(Protocol):
    """Folds a former summary and what was said after it into a new one."""

    name: str
    """The model that is paid."""
    extractive: bool
    """Whether it takes sentences of the conversation as they are."""

    def room(self, former: Dimensions, focus: str) -> int:
        """Return how many tokens of a conversation one call takes beside a former summary."""
        ...

    async def fold(self, former: Dimensions, part: Part, focus: str) -> Digest:
        """Return the new summary of ``former`` and ``part``.

        Raises ModelError; the time it takes is the caller's to bound.
        """
        ...


class ModelSummarizer:
    """Summaries by a model that gives answers of a shape."""

    extractive = False

    def __init__(self, model: JsonModel, policy: Policy, name: str = "") -> None:
        self._model, self._policy, self.name = model, policy, name

    def room(self, former: Dimensions, focus: str) -> int:
        """Leave room for the instructions; the answer is no part of the window, as in a prompt."""
        told = tokens.estimate(self._instructions() + _text(former, "", focus))
        return max(self._policy.compaction_window - told, LEAST_PART_TOKENS)

    async def fold(self, former: Dimensions, part: Part, focus: str) -> Digest:
        """Ask once; the model may repair an answer that does not fit."""
        request = JsonRequest(
            instructions=self._instructions(),
            text=_text(former, self._read(part), focus),
            name="conversation_summary",
            schema=dimensions.SCHEMA,
            parse=dimensions.parse,
            max_tokens=2 * self._policy.summary_tokens,  # keys and quotation marks count too
            model=self.name or None,
        )
        answer = await self._model.ask(request)
        return Digest(dimensions=answer.value, model=answer.model, usage=answer.usage)

    def _read(self, part: Part) -> str:
        read = (folding.transcribed(m, self._policy, part.room) for m in part.messages)
        return "\n".join(read)

    def _instructions(self) -> str:
        size = self._policy.summary_tokens
        return prompts.text("compaction").format(words=size * 2 // 3, characters=size * 3 // 4)


def _text(former: Dimensions, read: str, focus: str) -> str:
    """Return the material: the former summary, the messages, and what the person would like."""
    blocks = [enclosed("conversation", read)]
    if any(former.values()):
        known = escaped(dimensions.dump(former))
        blocks.insert(0, enclosed("former_summary", known))
    if focus.strip():
        blocks.append(enclosed("wish", escaped(focus.strip())))
    return "\n\n".join(blocks)
