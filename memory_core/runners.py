"""Two ways to answer a prompt, and the rule that chooses (section 4.2)."""

from dataclasses import dataclass, field
from typing import Protocol

from memory_core.errors import EmptyAnswer
from memory_core.model import Prompt, RunnerType, Turn, Usage
from memory_core.ports import ChatModel, OnText
from memory_core.text import clean


@dataclass(kw_only=True, slots=True)
class Draft:
    """An answer in the making: what is here survives when the model fails or is stopped."""

    on_text: OnText
    pieces: list[str] = field(default_factory=list)
    model: str = ""
    usage: Usage = field(default_factory=Usage)

    @property
    def text(self) -> str:
        """What was said so far."""
        return clean("".join(self.pieces)).strip()

    async def say(self, piece: str) -> None:
        """Keep the next piece and hand it on."""
        self.pieces.append(piece)
        await self.on_text(piece)


class Runner(Protocol):
    """Answers one prompt."""

    kind: RunnerType

    async def run(self, prompt: Prompt, draft: Draft) -> None:
        """Fill ``draft``. Raises ModelError; what was said before stays in the draft."""
        ...


class SdkRunner:
    """The full runner: history, memory, tools."""

    kind: RunnerType = "sdk"

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    async def run(self, prompt: Prompt, draft: Draft) -> None:
        """Answer with all that the prompt holds."""
        await _ask(self._model, prompt, draft)


class LiteRunner:
    """One call without history or memory."""

    kind: RunnerType = "lite"

    def __init__(self, model: ChatModel) -> None:
        self._model = model

    async def run(self, prompt: Prompt, draft: Draft) -> None:
        """Answer the question alone."""
        await _ask(self._model, prompt, draft)


def select(turn: Turn, sdk: Runner, lite: Runner) -> Runner:
    """A turn with a session always uses the sdk runner, even when its agent says lite."""
    if turn.session_id is not None:
        return sdk
    return lite if "lite" in (turn.mode, turn.agent.runner_type) else sdk


async def _ask(model: ChatModel, prompt: Prompt, draft: Draft) -> None:
    answer = await model.answer(prompt, draft.say)
    draft.model, draft.usage = answer.model, answer.usage
    if not draft.text:
        raise EmptyAnswer(answer.model)
