"""/clear, /new, Undo and switching decide what the model reads; rows stay."""

import pytest

from memory_core.errors import NothingToRetry, NothingToUndo
from memory_core.model import Reset
from memory_core.ports import Storage
from memory_core.testing import Gate, ScriptedModel
from tests.flow.makers import AGENT, ANNA, CHAT, Bot


async def test_after_clear_no_earlier_text_is_read_but_rows_are_kept(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=lambda _: "mango"))
    await bot.ask("my fruit is a papaya")
    await bot.clear()
    for question in ("hello", "which fruit?"):
        await bot.ask(question)
    for prompt in (1, 2):
        assert "papaya" not in bot.read(prompt)
    assert "mango" not in bot.read(1)
    assert bot.model.prompts[1].first
    assert (await bot.texts())[:2] == ["my fruit is a papaya", "mango"]


async def test_undo_restores_and_keeps_what_was_said_in_between(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=lambda _: "ok"))
    await bot.ask("first papaya")
    await bot.clear()
    await bot.ask("then mango")
    undone = await bot.commands.undo(CHAT, ANNA)
    assert isinstance(undone, Reset)
    assert undone.messages == 2
    await bot.ask("and now?")
    history = [part.content for part in bot.model.prompts[-1].history]
    assert history == ["first papaya", "ok", "then mango", "ok"]


async def test_undo_is_possible_for_ten_minutes(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=lambda _: "ok"))
    await bot.ask("papaya")
    await bot.clear()
    bot.clock.advance(seconds=601)
    with pytest.raises(NothingToUndo):
        await bot.commands.undo(CHAT, ANNA)


async def test_a_new_session_knows_nothing_and_the_former_is_found_again(
    storage: Storage,
) -> None:
    bot = Bot(storage, ScriptedModel(by=lambda _: "ok"))
    await bot.ask("my fruit is a papaya")
    fresh, former = await bot.commands.new(CHAT, ANNA, AGENT.id, "  Fruit\nsecond line")
    assert fresh.title == "Fruit"
    await bot.ask("which fruit?")
    assert "papaya" not in bot.read()
    assert former is not None
    bot.clock.advance(seconds=1)
    await bot.commands.switch(CHAT, former.id)
    await bot.ask("and here?")
    assert "papaya" in bot.read()
    assert "which fruit?" not in bot.read()
    assert [info.session.id for info in await bot.commands.sessions(CHAT)] == [former.id, fresh.id]


async def test_a_deleted_session_is_gone_and_comes_back_with_undo(storage: Storage) -> None:
    bot = Bot(storage, ScriptedModel(by=lambda _: "ok"))
    await bot.ask("papaya")
    session = await bot.session()
    await bot.commands.delete(CHAT, session.id, ANNA)
    assert await bot.commands.sessions(CHAT) == ()
    await bot.commands.undo(CHAT, ANNA)
    await bot.ask("and now?")
    assert "papaya" in bot.read()


async def test_a_new_session_in_the_middle_of_the_very_first_turn(storage: Storage) -> None:
    gate = Gate()
    bot = Bot(storage, ScriptedModel((gate, "late mango"), "ok"))
    running = await bot.begin_and_reach("papaya", gate)
    _, former = await bot.commands.new(CHAT, ANNA, AGENT.id, "")
    assert former is None
    assert (await running).outcome == "dropped"
    await bot.ask("hello")
    assert "papaya" not in bot.read()


async def test_there_is_nothing_to_retry_before_a_question_or_after_clear(
    storage: Storage,
) -> None:
    bot = Bot(storage, ScriptedModel("ok"))
    with pytest.raises(NothingToRetry):
        await bot.retry()
    await bot.ask("papaya")
    await bot.clear()
    with pytest.raises(NothingToRetry):
        await bot.retry()
