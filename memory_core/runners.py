"""Two ways to answer a prompt, and the rule that chooses (section 4.2)."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from memory_core import history, tokens
from memory_core.errors import BadOutput, EmptyAnswer, ModelError
from memory_core.model import (
    ModelAnswer,
    Prompt,
    RunnerType,
    ToolCall,
    ToolRound,
    Turn,
    Usage,
)
from memory_core.policy import Policy
from memory_core.ports import ChatModel, OnText, Tool
from memory_core.text import clean
from memory_core.tools import Toolbox


@dataclass(kw_only=True, slots=True)
class Draft:
    """An answer in the making: what is here survives when the model fails or is stopped."""

    on_text: OnText
    pieces: list[str] = field(default_factory=list)
    rounds: list[ToolRound] = field(default_factory=list)
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    first_usage: Usage | None = None
    unpaid: bool = False
    """Something was said that no answer has reported the cost of yet."""

    @property
    def text(self) -> str:
        """What was said since the last tool round."""
        return clean("".join(self.pieces)).strip()

    async def say(self, piece: str) -> None:
        """Keep the next piece and hand it on."""
        self.pieces.append(piece)
        self.unpaid = True
        await self.on_text(piece)

    def heard(self, answer: ModelAnswer) -> None:
        """Note who answered and at what cost."""
        self.model, self.usage = answer.model, self.usage + answer.usage
        self.first_usage = self.first_usage or answer.usage
        self.unpaid = False

    def spent(self, error: ModelError | None, prompt_tokens: int) -> Usage:
        """Return what all calls have cost; of one that was stopped there is only an estimate."""
        if error is not None and error.usage is not None:
            return self.usage + error.usage
        if not self.unpaid:
            return self.usage
        said = tokens.estimate("".join(self.pieces))
        return self.usage + Usage(input_tokens=prompt_tokens, output_tokens=said)

    async def finish_round(self, calls: tuple[ToolCall, ...]) -> None:
        """Put what was said so far, with the calls and their results, into a round."""
        self.rounds.append(ToolRound(text=self.text, calls=calls))
        if self.rounds[-1].text:
            await self.on_text("\n\n")
        self.pieces.clear()


class Runner(Protocol):
    """Answers one prompt."""

    kind: RunnerType

    async def run(self, turn: Turn, prompt: Prompt, draft: Draft) -> None:
        """Fill ``draft``. Raises ModelError; what was said before stays in the draft."""
        ...


class SdkRunner:
    """The full runner: history, memory, tools."""

    kind: RunnerType = "sdk"

    def __init__(self, model: ChatModel, policy: Policy, tools: Sequence[Tool] = ()) -> None:
        self._model, self._policy = model, policy
        self._toolbox = Toolbox(tools, policy)

    async def run(self, turn: Turn, prompt: Prompt, draft: Draft) -> None:
        """Answer with all that the prompt holds, using tools for a bounded number of rounds."""
        prompt = replace(prompt, tools=self._toolbox.specs)
        while True:
            may_use = bool(prompt.tools) and len(draft.rounds) < self._policy.tool_rounds
            asked = replace(prompt, rounds=tuple(draft.rounds), may_use_tools=may_use)
            asked = history.within(asked, prompt.window or self._policy.context_window)
            answer = await self._model.answer(asked, draft.say)
            draft.heard(answer)
            if not answer.requests:
                return _finished(draft)
            if not may_use:
                raise BadOutput("the model asks for tools it was not offered")
            await draft.finish_round(await self._toolbox.run(answer.requests, turn))


class LiteRunner:
    """One call without history, memory or tools."""

    kind: RunnerType = "lite"

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    async def run(self, turn: Turn, prompt: Prompt, draft: Draft) -> None:  # noqa: ARG002
        """Answer the question alone."""
        draft.heard(await self._model.answer(prompt, draft.say))
        _finished(draft)


def select(turn: Turn, sdk: Runner, lite: Runner) -> Runner:
    """A turn with a session always uses the sdk runner, even when its agent says lite."""
    if turn.session_id is not None:
        return sdk
    return lite if "lite" in (turn.mode, turn.agent.runner_type) else sdk


def _finished(draft: Draft) -> None:
    if not draft.text:
        raise EmptyAnswer(draft.model)
