"""Asking again adds an answer, never a second question."""

import pytest

from memory_core import prompt
from memory_core.errors import ModelUnavailable
from memory_core.policy import Policy
from memory_core.ports import Storage
from memory_core.testing import Gate, ScriptedModel
from memory_core.testing.models import Answer
from tests.flow.makers import ANNA, BEN, Bot, make_turn

DOWN = ModelUnavailable("down")


async def states(bot: Bot) -> list[tuple[str, str]]:
    return [(row.content, row.state) for row in await bot.rows()]


async def test_a_retry_after_a_failure_answers_the_stored_question(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(DOWN, "at last", "ok"))
    await bot.ask("papaya?")
    assert (await bot.retry()).text == "at last"
    assert await states(bot) == [("papaya?", "complete"), ("at last", "complete")]
    assert bot.read().count("papaya?") == 1
    await bot.ask("more")
    assert bot.read().count("papaya?") == 1
    assert "at last" in bot.read()


async def test_a_retry_of_a_good_answer_replaces_it_in_the_context(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel("first try", "second try", "ok"))
    await bot.ask("papaya?")
    await bot.retry()
    assert "first try" not in bot.read()
    assert bot.read().count("papaya?") == 1
    assert await states(bot) == [
        ("papaya?", "complete"),
        ("first try", "superseded"),
        ("second try", "complete"),
    ]
    await bot.ask("more")
    assert [part.content for part in bot.model.prompts[-1].history] == ["papaya?", "second try"]


@pytest.mark.parametrize("failure", [DOWN, ("a bad", DOWN)])
async def test_a_failed_retry_leaves_the_old_answer(storage: Storage, failure: Answer) -> None:
    bot = Bot(storage, ScriptedModel("good", failure, "ok"))
    await bot.ask("papaya?")
    assert (await bot.retry()).outcome in ("failed", "interrupted")
    assert await states(bot) == [("papaya?", "complete"), ("good", "complete")]
    await bot.ask("more")
    assert [part.content for part in bot.model.prompts[-1].history] == ["papaya?", "good"]
    assert len(await storage.audit.recent(9)) == 3


async def test_a_failed_retry_of_a_failed_turn_leaves_it_unanswered(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(DOWN, DOWN, "at last"))
    await bot.ask("papaya?")
    await bot.retry()
    assert await states(bot) == [("papaya?", "unanswered")]
    await bot.retry()
    assert await states(bot) == [("papaya?", "complete"), ("at last", "complete")]


async def test_half_an_answer_is_better_than_none(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(DOWN, ("half", DOWN)))
    await bot.ask("papaya?")
    await bot.retry()
    assert await states(bot) == [("papaya?", "complete"), ("half", "interrupted")]


async def test_each_person_of_a_group_retries_their_own_question(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel("to anna", "to ben", "better", "ok"))
    await bot.ask("anna's", user_id=ANNA)
    await bot.ask("ben's", user_id=BEN)
    await bot.retry(ANNA)
    assert [part.content for part in bot.model.prompts[-1].history] == ["ben's", "to ben"]
    await bot.ask("more")
    history = [part.content for part in bot.model.prompts[-1].history]
    assert history == ["anna's", "ben's", "to ben", "better"]


async def test_a_stopped_retry_leaves_the_old_answer(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel("good", ("worse", gate)))
    await bot.ask("papaya?")
    retrying = bot.nursery.spawn(bot.retry(), "retry")
    await gate.reached.wait()
    assert bot.commands.stop((await bot.session()).id, ANNA) == 1
    assert (await retrying).text == "worse"
    assert await states(bot) == [("papaya?", "complete"), ("good", "complete")]


async def test_a_retry_sees_as_much_of_the_past_as_the_first_try(storage: Storage) -> None:
    tight = prompt.fixed_cost(make_turn("papaya?")) + 60
    bot = Bot(storage, ScriptedModel("ok", "long " * 60, "short"), Policy(context_window=tight))
    await bot.ask("my name is Anna")
    await bot.ask("papaya?")
    await bot.retry()
    first_try, retry = bot.model.prompts[1:]
    assert len(first_try.history) == 2
    assert retry.history == first_try.history
    assert not retry.first
