"""What ends a context while a turn runs, here or in another process, leaves nothing of it."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from memory_core.ports import Storage
from memory_core.testing import Gate, ScriptedModel
from tests.flow.makers import AGENT, ANNA, BEN, CHAT, Bot, HeldTurns

Ends = Callable[[Bot], Awaitable[object]]


async def clear(bot: Bot) -> None:
    await bot.clear()


async def new(bot: Bot) -> None:
    await bot.commands.new(CHAT, ANNA, AGENT.id, "")


async def delete(bot: Bot) -> None:
    await bot.commands.delete(CHAT, (await bot.session()).id, ANNA)


@pytest.mark.parametrize("end", [clear, new, delete])
async def test_a_turn_is_dropped_when_its_context_ends(storage: Storage, end: Ends) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel("ok", ("mango", gate, "mango"), "ok"))
    await bot.ask("old")
    running = await bot.begin_and_reach("papaya?", gate)
    await end(bot)
    reply = await running
    assert (reply.outcome, reply.text) == ("dropped", "")
    await bot.ask("hello")
    for word in ("papaya", "mango", "old"):
        assert word not in bot.read()


@pytest.mark.parametrize("end", [clear, new, delete])
async def test_another_process_can_end_the_context(storage: Storage, end: Ends) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel("ok", ("mango", gate, "mango"), "ok"))
    await bot.ask("old")
    session = (await bot.session()).id
    running = await bot.begin_and_reach("papaya?", gate)
    await end(Bot(storage, ScriptedModel()))
    assert not running.done()
    gate.open.set()
    reply = await running
    assert (reply.outcome, reply.text) == ("dropped", "")
    await bot.ask("hello")
    for word in ("papaya", "mango"):
        assert word not in bot.read()
        assert word not in str(await bot.rows(session))


async def test_clear_drops_what_waits(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel((gate, "late")))
    running = await bot.begin_and_reach("anna's", gate)
    waiting = await bot.begin("ben's", user_id=BEN)
    await bot.clear()
    assert [(await task).outcome for task in (running, waiting)] == ["dropped", "dropped"]
    assert await bot.texts() == []


async def test_a_stop_does_not_save_a_turn_from_clear(storage: Storage) -> None:
    gate, committing = Gate(), Gate()
    slow = replace(storage, turns=HeldTurns(turns=storage.turns, committing=committing))
    bot = Bot(slow, ScriptedModel(("half", gate)))
    running = await bot.begin_and_reach("papaya?", gate)
    bot.commands.stop((await bot.session()).id, ANNA)
    await committing.reached.wait()
    await bot.clear()
    committing.open.set()
    assert (await running).outcome == "dropped"
    assert await bot.texts() == []


async def test_an_undo_makes_a_running_turn_run_again(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel("ok", (gate, "without it"), "with it"))
    await bot.ask("papaya")
    await bot.clear()
    running = await bot.begin_and_reach("which fruit?", gate)
    await bot.commands.undo(CHAT, ANNA)
    gate.open.set()
    reply = await running
    assert (reply.outcome, reply.text) == ("answered", "with it")
    assert "papaya" not in bot.read(1)
    assert "papaya" in bot.read(2)
    assert await bot.texts() == ["papaya", "ok", "which fruit?", "with it"]


async def test_a_turn_is_not_run_again_for_ever(storage: Storage) -> None:
    gates = [Gate(), Gate(), Gate()]
    bot = Bot(storage, ScriptedModel("1", "2", "3", *((gate, "late") for gate in gates)))
    for question in ("one", "two", "three"):
        await bot.ask(question)
        await bot.clear()
    running = await bot.begin("papaya?")
    for gate in gates:
        await gate.reached.wait()
        await bot.commands.undo(CHAT, ANNA)
        gate.open.set()
    assert (await running).outcome == "dropped"
    assert "papaya?" not in await bot.texts()


async def test_a_turn_that_is_cancelled_before_is_not_stored(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel(("half", gate)))
    running = await bot.begin_and_reach("papaya?", gate)
    running.cancel()
    await asyncio.wait([running])
    assert running.cancelled()
    assert await bot.texts() == []
