"""A chat model that says what a test wrote down, and what a model would have read."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from memory_core import tokens
from memory_core.model import ModelAnswer, Prompt, ToolRequest, Usage
from memory_core.ports import OnText
from memory_core.prompt import ChatMessage, messages, total_cost

PIECE_CHARS = 8
"""Length of a streamed piece; real streams do not care for characters or words either."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Gate:
    """A place in an answer where the model waits: it sets ``reached``, then awaits ``open``."""

    reached: asyncio.Event = field(default_factory=asyncio.Event)
    open: asyncio.Event = field(default_factory=asyncio.Event)

    async def arrive(self) -> None:
        """Tell that the model is here, and wait to be let on."""
        self.reached.set()
        await self.open.wait()


Part = str | Exception | Gate | asyncio.Event | ToolRequest
"""Text is streamed, an exception is raised, a gate or an event is waited for, a tool asked for."""
Answer = Part | tuple[Part, ...]


class ScriptedModel:
    """A ChatModel with answers written in advance, given in order and then made ``by`` a function.

    ``ScriptedModel("Hi.", ("Half an ", ModelUnavailable("down")), (gate, "at last"))``; every
    prompt is kept in ``prompts``. Asking for more than the script holds fails the test.
    """

    def __init__(self, *answers: Answer, by: Callable[[Prompt], Answer] | None = None) -> None:
        self.prompts: list[Prompt] = []
        self._answers = list(answers)
        self._by = by

    async def answer(self, prompt: Prompt, on_text: OnText) -> ModelAnswer:
        """Play the next answer."""
        self.prompts.append(prompt)
        answer = self._next(prompt)
        said = ""
        parts = answer if isinstance(answer, tuple) else (answer,)
        for part in parts:
            said += await _play(part, on_text)
        usage = Usage(input_tokens=total_cost(prompt), output_tokens=tokens.estimate(said))
        return ModelAnswer(
            model=prompt.model or "scripted",
            usage=usage,
            requests=tuple(part for part in parts if isinstance(part, ToolRequest)),
        )

    def _next(self, prompt: Prompt) -> Answer:
        if self._answers:
            return self._answers.pop(0)
        if self._by is not None:
            return self._by(prompt)
        raise AssertionError(f"no answer was written for {prompt.question!r}")


def seen(prompt: Prompt) -> str:
    """Return everything a model would read: system text, summary, messages with their tools."""
    first = filter(None, (prompt.system, prompt.summary))
    return "\n".join((*first, *map(_rendered, messages(prompt))))


async def _play(part: Part, on_text: OnText) -> str:
    match part:
        case str():
            for at in range(0, len(part), PIECE_CHARS):
                await on_text(part[at : at + PIECE_CHARS])
                await asyncio.sleep(0)
            return part
        case Gate():
            await part.arrive()
        case asyncio.Event():
            await part.wait()
        case Exception():
            raise part
    return ""


def _rendered(message: ChatMessage) -> str:
    lines = [f"{message.role}:"]
    for step in message.rounds:
        calls = (f"{call.name}({call.arguments}) -> {call.result}" for call in step.calls)
        lines += [step.text, *calls]
    return "\n".join([*lines, message.text])
