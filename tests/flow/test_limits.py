"""What cannot be asked, and what is left out so that a prompt always fits."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core import prompt
from memory_core.errors import (
    EmptyInput,
    InputTooLong,
    ModelUnavailable,
    NothingToRetry,
    PersonError,
    WindowTooSmall,
)
from memory_core.policy import DEFAULT, Policy
from memory_core.ports import Storage
from memory_core.testing import ScriptedModel, in_memory_storage
from memory_core.testing.models import Answer
from tests.flow.makers import Bot, make_turn
from tests.unit.strategies import texts

SYSTEM_TOKENS = prompt.fixed_cost(make_turn(""))
DOWN = ModelUnavailable("down")


async def refused(bot: Bot, text: str, error: type[PersonError]) -> PersonError:
    with pytest.raises(error) as caught:
        await bot.ask(text)
    assert bot.model.prompts == []
    assert await bot.texts() == []
    assert await bot.storage.audit.recent(9) == ()
    return caught.value


async def test_a_message_over_the_limit_is_not_asked(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel("ok"))
    error = await refused(bot, "x" * 8001, InputTooLong)
    assert isinstance(error, InputTooLong)
    assert (error.chars, error.limit) == (8001, 8000)
    assert (await bot.ask("x" * 8000)).outcome == "answered"


async def test_without_a_limit_only_the_window_counts(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel("ok"), replace(DEFAULT, input_chars=0))
    assert (await bot.ask("x" * 20_000)).outcome == "answered"


async def test_a_message_without_words_is_not_asked(storage: Storage) -> None:
    for text in ("", " \n\t\u3000"):
        await refused(Bot(storage, ScriptedModel()), text, EmptyInput)


async def test_a_question_over_the_window_is_not_asked(storage: Storage) -> None:
    needed = prompt.fixed_cost(make_turn("papaya?"))
    small = Bot(storage, ScriptedModel(), Policy(context_window=needed - 1))
    error = await refused(small, "papaya?", WindowTooSmall)
    assert isinstance(error, WindowTooSmall)
    assert (error.tokens, error.window) == (needed, needed - 1)


async def test_a_question_that_fills_the_window_is_asked_without_history(
    storage: Storage,
) -> None:
    needed = prompt.fixed_cost(make_turn("papaya?"))
    bot = Bot(storage, ScriptedModel("ok", "ok"), Policy(context_window=needed))
    for _ in range(2):
        assert (await bot.ask("papaya?")).outcome == "answered"
    assert bot.model.prompts[1].history == ()
    assert not bot.model.prompts[1].first


async def test_whole_turns_are_left_out_from_the_oldest(storage: Storage) -> None:
    window = Policy(context_window=SYSTEM_TOKENS + 100)
    bot = Bot(storage, ScriptedModel(by=lambda p: f"answer to {p.question}"), window)
    for number in range(12):
        await bot.ask(f"question {number}")
    read = [message.content for message in bot.model.prompts[-1].history]
    assert 2 <= len(read) < 22
    expected = [(f"question {n}", f"answer to question {n}") for n in range(11)]
    assert read == [text for turn in expected for text in turn][-len(read) :]
    assert read[0].startswith("question")


steps = st.tuples(
    st.sampled_from(["ask", "fail", "half", "retry", "clear"]),
    texts.map(lambda text: text + "?"),
    texts.map(lambda text: text + "!"),
    st.sampled_from([None, "Anna", "小明 2"]),
)


@given(st.lists(steps, max_size=8), st.integers(0, 300), st.integers(0, 60))
@settings(max_examples=60)
async def test_no_prompt_exceeds_the_window(
    story: list[tuple[str, str, str, str | None]], room: int, l1_chars: int
) -> None:
    policy = Policy(
        context_window=SYSTEM_TOKENS + room, l1_max_chars=l1_chars, l1_head=15, l1_tail=15
    )
    model = ScriptedModel(by=lambda _: answer)
    bot = Bot(in_memory_storage(), model, policy)
    for kind, text, said, speaker in story:
        answer = _answer(kind, said)
        try:
            await _step(bot, kind, text, speaker)
        except (WindowTooSmall, NothingToRetry):
            continue
    costs = [prompt.total_cost(read) for read in model.prompts]
    assert all(cost <= policy.context_window for cost in costs)
    audited = await bot.storage.audit.recent(99)
    estimates = [e.details["token_estimate"] for e in audited if e.operation == "agent_run"]
    assert all(
        isinstance(estimate, int) and cost <= estimate <= policy.context_window
        for cost, estimate in zip(costs, reversed(estimates), strict=True)
    )


def _answer(kind: str, said: str) -> Answer:
    if kind == "fail":
        return DOWN
    return (said, DOWN) if kind == "half" else said


async def _step(bot: Bot, kind: str, text: str, speaker: str | None) -> None:
    if kind == "retry":
        await bot.retry()
    elif kind == "clear":
        await bot.clear()
    else:
        await bot.ask(text, speaker=speaker)
