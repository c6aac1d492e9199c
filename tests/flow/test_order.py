"""In order within a session, side by side otherwise."""

import asyncio

from memory_core.ports import Storage
from memory_core.testing import Gate, ScriptedModel
from tests.flow.makers import BEN, OTHER_CHAT, Bot


async def test_two_turns_at_once_are_answered_one_after_another(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel((gate, "the first answer"), "the second answer"))
    first = await bot.begin_and_reach("first", gate)
    second = await bot.begin("second", user_id=BEN)
    assert len(bot.model.prompts) == 1
    gate.open.set()
    assert [(await task).text for task in (first, second)] == [
        "the first answer",
        "the second answer",
    ]
    assert "the first answer" in bot.read(1)
    assert await bot.texts() == ["first", "the first answer", "second", "the second answer"]


async def test_many_turns_are_answered_in_the_order_they_came(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=lambda prompt: f"to {prompt.question}"))
    questions = [f"question {number}" for number in range(8)]
    await asyncio.gather(*[await bot.begin(question) for question in questions])
    assert [prompt.question for prompt in bot.model.prompts] == questions
    assert (await bot.texts())[::2] == questions
    assert [len(prompt.history) for prompt in bot.model.prompts] == list(range(0, 16, 2))


async def test_two_processes_take_turns_in_a_session(storage: Storage) -> None:
    gate = Gate()
    here, there = (
        Bot(storage, ScriptedModel((gate, "here!"))),
        Bot(storage, ScriptedModel("there!")),
    )
    first = await here.begin_and_reach("here?", gate)
    second = await there.begin("there?")
    gate.open.set()
    await asyncio.gather(first, second)
    assert "here!" in there.read()
    assert await here.texts() == ["here?", "here!", "there?", "there!"]


async def test_a_slow_session_does_not_delay_another(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel((gate, "slow"), "quick"))
    slow = await bot.begin_and_reach("slow?", gate)
    assert (await bot.ask("quick?", chat=OTHER_CHAT)).text == "quick"
    assert not slow.done()
    gate.open.set()
    assert (await slow).text == "slow"


async def test_a_one_off_waits_for_nobody(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel((gate, "slow"), "quick", "quick too"))
    slow = await bot.begin_and_reach("slow?", gate)
    assert (await bot.run("quick?", mode="lite")).text == "quick"
    assert (await bot.run("quick?", mode="lite")).text == "quick too"
    gate.open.set()
    await slow


async def test_an_error_frees_the_session_for_the_next(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(LookupError("a bug"), "ok"))
    failing, next_one = await bot.begin("first"), await bot.begin("second")
    await asyncio.wait([failing, next_one])
    assert isinstance(failing.exception(), LookupError)
    assert next_one.result().text == "ok"
