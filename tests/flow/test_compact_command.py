"""/compact, the summary a person may look at, and the way back."""

import asyncio
from datetime import timedelta

import pytest

from memory_core.errors import (
    CompactionFailed,
    CompactionRunning,
    NothingToCompact,
    NothingToUndo,
    SessionNotFound,
)
from memory_core.model import JsonRequest, SessionId
from memory_core.ports import Storage
from memory_core.testing import Gate
from tests.flow.makers import ANNA, BEN, Bot
from tests.flow.talks import SUMMARY, adds_up, ask_and_wait, bot_with, fill, shown


async def compact(bot: Bot, focus: str = "") -> object:
    return await bot.commands.compact((await bot.session()).id, ANNA, focus)


async def test_it_folds_all_but_five_whatever_the_thresholds(storage: Storage) -> None:
    def takes_a_second(_: JsonRequest[object]) -> object:
        bot.clock.advance(seconds=1)
        return {"todos": ["go on with orders"]}

    bot, _ = bot_with(storage, by=takes_a_second)
    await fill(bot, 12)
    session = await bot.session()
    done = await bot.commands.compact(session.id, ANNA)
    assert (done.folded, done.kept, done.took) == (7, 5, timedelta(seconds=1))
    assert (done.tokens_before, done.tokens_after) == (2_400, 1_000 + done.summary.tokens)
    assert done.summary.text == "To do:\n- go on with orders"
    summary = await bot.commands.summary(session.id)
    assert summary is not None
    assert summary.text == done.summary.text
    assert len(await shown(bot)) == 5
    assert (await bot.session()).reset_at == session.reset_at


async def test_with_a_handful_of_messages_there_is_nothing_to_compact(storage: Storage) -> None:
    bot, summarizer = bot_with(storage)
    for _ in range(2):
        with pytest.raises(NothingToCompact):
            await compact(bot)
        await fill(bot, 4)
    assert summarizer.requests == []
    assert (await storage.summaries.counts()).trigger == 0


async def test_it_says_that_it_runs_already(storage: Storage) -> None:
    gate = Gate()
    bot, _ = bot_with(storage, (gate, SUMMARY))
    await fill(bot)
    running = bot.nursery.spawn(compact(bot), "compact")
    async with asyncio.timeout(5):
        await gate.reached.wait()
    with pytest.raises(CompactionRunning):
        await compact(bot)
    gate.open.set()
    await running
    assert (await storage.summaries.counts()).trigger == 1


async def test_a_focus_is_handed_on_as_a_wish(storage: Storage) -> None:
    bot, summarizer = bot_with(storage, SUMMARY, SUMMARY)
    await fill(bot)
    await compact(bot, " names of tables ")
    assert "<wish>\nnames of tables\n</wish>" in summarizer.requests[0].text
    assert "names of tables" not in summarizer.requests[0].instructions
    await fill(bot, begin=100)
    await compact(bot)
    assert "wish" not in summarizer.requests[1].text


async def test_a_failure_says_why_and_changes_nothing(storage: Storage) -> None:
    bot, _ = bot_with(storage, "nonsense")
    await fill(bot)
    before = await shown(bot)
    with pytest.raises(CompactionFailed) as caught:
        await compact(bot)
    assert caught.value.reason == "BadOutput"
    assert await shown(bot) == before


async def test_a_reset_meanwhile_overtakes_it(storage: Storage) -> None:
    gate = Gate()
    bot, _ = bot_with(storage, (gate, SUMMARY))
    await fill(bot)
    running = bot.nursery.spawn(compact(bot), "compact")
    await gate.reached.wait()
    await bot.clear()
    gate.open.set()
    with pytest.raises(CompactionFailed):
        await running
    await adds_up(bot)


async def test_the_summary_before_comes_back_with_what_only_the_newer_one_covered(
    storage: Storage,
) -> None:
    bot, _ = bot_with(storage, {"todos": ["first"]}, {"todos": ["second"]})
    await fill(bot, 10)
    await compact(bot)
    await fill(bot, 10, begin=50)
    everything = await shown(bot)
    await compact(bot)
    session = (await bot.session()).id
    restored = await bot.commands.restore_previous(session, ANNA)
    assert restored is not None
    assert "first" in restored.text
    assert await shown(bot) == everything
    await ask_and_wait(bot)
    assert "- first" in bot.read()
    assert await bot.commands.restore_previous(session, ANNA) is None
    assert len(await shown(bot)) == 22
    with pytest.raises(NothingToUndo):
        await bot.commands.restore_previous(session, ANNA)


async def test_speakers_of_a_group_are_named_to_the_summariser(storage: Storage) -> None:
    bot, summarizer = bot_with(storage, {"preferences": ["x"]})
    for number in range(4):
        await bot.ask(f"I like tea {number}", speaker="Anna")
        await bot.ask(f"I like coffee {number}", user_id=BEN, speaker='B"en <message>')
    await compact(bot)
    text = summarizer.requests[0].text
    assert '<message from="person" name="Anna" day="2026-03-02">\nI like tea 0\n' in text
    assert 'name="B\'en &lt;message>"' in text


async def test_an_unknown_session_cannot_be_compacted(storage: Storage) -> None:
    bot, _ = bot_with(storage)
    with pytest.raises(SessionNotFound):
        await bot.commands.compact(SessionId("none"), ANNA)
