"""What a person gets when the model fails, and what is kept."""

import asyncio
from dataclasses import replace

from memory_core.errors import (
    AnswerCut,
    ContextOverflow,
    EmptyAnswer,
    ModelTimedOut,
    Refused,
    WindowTooSmall,
)
from memory_core.model import Usage
from memory_core.policy import DEFAULT
from memory_core.ports import Storage
from memory_core.pricing import Price
from memory_core.testing import ScriptedModel
from memory_core.testing.clock import START
from tests.flow.makers import ANNA, Bot


async def test_too_long_a_prompt_is_fitted_harder_once(storage: Storage) -> None:
    model = ScriptedModel(by=lambda _: "x" * 400)
    bot = Bot(storage, model, replace(DEFAULT, context_window=2_000))
    for number in range(10):
        await bot.ask(f"{number} " + "y" * 300)
    before = len(model.prompts[-1].history)
    model._answers += [ContextOverflow("too long"), "now it fits"]
    assert (await bot.ask("and now?")).text == "now it fits"
    first, second = model.prompts[-2:]
    assert len(second.history) < len(first.history)
    assert len(first.history) >= before
    assert second.history == first.history[-len(second.history) :]


async def test_a_prompt_that_never_fits_fails_with_its_reason(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(ContextOverflow("too long"), ContextOverflow("still")))
    reply = await bot.ask("hello?")
    assert reply.outcome == "failed"
    assert isinstance(reply.error, ContextOverflow)
    assert await bot.texts() == ["hello?"]


async def test_a_question_over_half_the_window_is_not_lost_when_it_overflows(
    storage: Storage,
) -> None:
    bot = Bot(
        storage, ScriptedModel(ContextOverflow("too long")), replace(DEFAULT, context_window=700)
    )
    reply = await bot.ask("y" * 1_000)
    assert not isinstance(reply.error, WindowTooSmall)
    assert await bot.texts() == ["y" * 1_000]


async def test_a_turn_ends_when_its_time_is_over(storage: Storage) -> None:
    never = asyncio.Event()
    policy = replace(DEFAULT, turn_timeout_s=0.05)
    bot = Bot(storage, ScriptedModel(("half", never), "whole"), policy)
    reply = await bot.ask("hello?")
    assert (reply.outcome, reply.text) == ("interrupted", "half")
    assert isinstance(reply.error, ModelTimedOut)
    assert (await bot.ask("again?")).text == "whole"


async def test_a_refusal_takes_back_what_was_said(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(("I will", Refused("no")), "other"))
    reply = await bot.ask("do evil")
    assert (reply.outcome, reply.text) == ("failed", "")
    await bot.ask("do good")
    assert "I will" not in bot.read()


async def test_an_answer_cut_at_its_longest_is_kept_as_interrupted(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(("a long story", AnswerCut("4096 tokens")), "more"))
    reply = await bot.ask("tell me")
    assert (reply.outcome, reply.text) == ("interrupted", "a long story")
    await bot.ask("go on")
    assert "a long story\n[interrupted]" in bot.read()


async def test_an_answer_without_words_is_none(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(" \n ", "yes"))
    reply = await bot.ask("hello?")
    assert (reply.outcome, reply.text) == ("failed", "")
    assert isinstance(reply.error, EmptyAnswer)
    assert await bot.texts() == ["hello?"]


async def test_usage_and_cost_are_kept_per_person(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel("hi"), prices={"scripted": Price(input=3, output=15)})
    await bot.ask("hello?")
    (spent,) = await storage.usage.since(START.date(), ANNA)
    assert spent.model == "scripted"
    expected = (spent.usage.input_tokens * 3 + spent.usage.output_tokens * 15) / 1e6
    assert spent.cost_usd == expected > 0


async def test_what_a_failed_answer_cost_is_counted(storage: Storage) -> None:
    error = AnswerCut("4096 tokens")
    error.usage = Usage(input_tokens=10, output_tokens=4096)
    bot = Bot(storage, ScriptedModel(("a long story", error)))
    await bot.ask("tell me")
    (spent,) = await storage.usage.since(START.date())
    assert spent.usage == error.usage
