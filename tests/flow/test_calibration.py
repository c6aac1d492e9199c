"""What models report corrects what is shown and when a session is compacted."""

from dataclasses import replace

import pytest

from memory_core import prompt
from memory_core.model import ModelAnswer, Prompt, Usage
from memory_core.ports import OnText, Storage
from memory_core.summarizing import ModelSummarizer
from memory_core.testing import ScriptedJsonModel, ScriptedModel
from tests.flow.makers import AGENT, ANNA, CHAT, Bot
from tests.flow.talks import SMALL, SUMMARY, ask_and_wait, fill


class Measuring(ScriptedModel):
    """A model whose tokens are ``factor`` times as many as we estimate."""

    def __init__(self, factor: float) -> None:
        super().__init__(by=lambda _: "ok")
        self.factor = factor

    async def answer(self, prompt: Prompt, on_text: OnText) -> ModelAnswer:
        answer = await super().answer(prompt, on_text)
        real = round(answer.usage.input_tokens * self.factor)
        usage = Usage(cache_read_tokens=real // 2, input_tokens=real - real // 2, output_tokens=1)
        return replace(answer, usage=usage)


def measured(storage: Storage, factor: float) -> tuple[Bot, Measuring, ScriptedJsonModel]:
    model, json_model = Measuring(factor), ScriptedJsonModel(by=lambda _: SUMMARY)
    summarizer = ModelSummarizer(json_model, SMALL)
    return Bot(storage, model, SMALL, summarizer=summarizer), model, json_model


async def estimates(bot: Bot) -> list[tuple[int, int]]:
    """Return estimate and report of each turn, oldest first."""
    lines = reversed(await bot.storage.audit.recent(99))
    found = []
    for line in lines:
        if line.operation == "agent_run" and "input_tokens" in line.details:
            estimate, usage = line.details["token_estimate"], line.details["input_tokens"]
            assert isinstance(estimate, int)
            assert isinstance(usage, int)
            found.append((estimate, usage * 2))
    return found


@pytest.mark.parametrize("factor", [0.6, 1.6, 2.5])
async def test_from_the_second_turn_on_estimates_are_close(
    storage: Storage, factor: float
) -> None:
    bot, _, _ = measured(storage, factor)
    for number in range(6):
        await ask_and_wait(bot, f"a question of some length, number {number}, as people ask them")
    known = await estimates(bot)
    assert all(real == pytest.approx(estimate, rel=0.05) for estimate, real in known[1:])


async def test_a_model_with_more_tokens_is_compacted_earlier(storage: Storage) -> None:
    bot, _, json_model = measured(storage, 1.6)
    await ask_and_wait(bot)
    await fill(bot, 24)
    await ask_and_wait(bot)
    assert len(json_model.requests) == 1


async def test_a_model_with_fewer_tokens_is_shown_more(storage: Storage) -> None:
    bot, model, _ = measured(storage, 0.5)
    await ask_and_wait(bot)
    await fill(bot, 70)
    await bot.ask("and now?")
    assert prompt.total_cost(model.prompts[-1]) > SMALL.context_window
    assert prompt.total_cost(model.prompts[-1]) * 0.5 <= SMALL.context_window
    await bot.nursery.drain(5)


async def test_the_window_is_kept_by_real_tokens(storage: Storage) -> None:
    bot, model, _ = measured(storage, 1.6)
    await ask_and_wait(bot)
    for number in range(4):
        await fill(bot, 30, begin=100 * (number + 1))
        await ask_and_wait(bot)
        assert prompt.total_cost(model.prompts[-1]) * 1.6 <= SMALL.context_window * 1.01


async def test_after_a_reset_or_with_another_model_the_last_request_counts_no_more(
    storage: Storage,
) -> None:
    bot, _, _ = measured(storage, 2.0)
    await ask_and_wait(bot, "a first question that is long enough to tell" * 9)
    await bot.clear()
    await ask_and_wait(bot, "hello")
    first, second = await estimates(bot)
    assert second[0] < first[1]
    assert second[1] == pytest.approx(second[0], rel=0.02)
    other = replace(AGENT, model="other")
    await bot.ask("hello", agent=other)
    third = (await estimates(bot))[-1]
    assert third[1] == pytest.approx(2 * third[0], rel=0.02)
    assert (await bot.session()).chat == CHAT
    assert (await bot.session()).user_id == ANNA
