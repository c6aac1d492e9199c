"""L2 and L3: a long conversation stays whole inside a small window (sections 5.2, 5.3, 14.2)."""

import asyncio
import logging
from dataclasses import replace

import pytest

from memory_core import prompt
from memory_core.metrics import L2_TRIGGER, L3_IRREDUCIBLE
from memory_core.ports import Storage
from memory_core.testing import Gate
from tests.flow.makers import make_turn
from tests.flow.talks import (
    SMALL,
    SUMMARY,
    adds_up,
    ask_and_wait,
    bot_with,
    counted,
    fill,
    padded,
)


async def test_the_worked_example(storage: Storage) -> None:
    bot, summarizer = bot_with(storage, SUMMARY)
    await fill(bot)
    await ask_and_wait(bot)
    [request] = summarizer.requests
    assert [f"question {n} " in request.text for n in (0, 34, 36)] == [True, True, False]
    assert [f"answer {n} " in request.text for n in (1, 33, 35)] == [True, True, False]
    summary = await bot.commands.summary((await bot.session()).id)
    assert summary is not None
    assert summary.messages == 35
    await ask_and_wait(bot, "and now?")
    read = bot.model.prompts[-1]
    kept = [message.content.split(" a")[0] for message in read.history]
    assert kept == ["answer 35", "question 36", "answer 37", "question 38", "answer 39", "go on",
                    "ok"]  # fmt: skip
    assert prompt.total_cost(read) == pytest.approx(2_000, abs=400)
    for number in range(20):
        await ask_and_wait(bot, f"tiny {number}")
    assert len(summarizer.requests) == 1
    assert (await bot.storage.summaries.counts()).trigger == 1


async def test_the_summary_is_read_before_the_history_and_in_every_prompt(
    storage: Storage,
) -> None:
    bot, _ = bot_with(storage, SUMMARY)
    await fill(bot)
    await ask_and_wait(bot)
    for number in range(3):
        await ask_and_wait(bot, f"turn {number}")
        read = bot.read()
        assert read.count("Decisions and conclusions:") == 1
        assert read.index("<conversation_summary ") < read.index("answer 35")
    systems = {(each.system, each.summary) for each in bot.model.prompts[1:]}
    assert len(systems) == 1


async def test_a_turn_does_not_wait_for_the_summary(storage: Storage) -> None:
    gate = Gate()
    bot, summarizer = bot_with(storage, (gate, SUMMARY))
    await fill(bot)
    async with asyncio.timeout(5):
        for number in range(3):
            await bot.ask(f"meanwhile {number}")
        await gate.reached.wait()
    assert bot.model.prompts[-1].summary is None
    gate.open.set()
    await bot.nursery.drain(5)
    assert len(summarizer.requests) == 1
    await ask_and_wait(bot, "and now?")
    said = [message.content for message in bot.model.prompts[-1].history]
    assert said[5:] == [part for n in range(3) for part in (f"meanwhile {n}", "ok")]


async def test_below_the_threshold_nothing_is_compacted(storage: Storage) -> None:
    bot, summarizer = bot_with(storage)
    await fill(bot, 34)
    await ask_and_wait(bot)
    assert summarizer.requests == []
    assert (await bot.storage.summaries.counts()).trigger == 0


async def test_a_handful_of_messages_is_never_compacted(storage: Storage) -> None:
    bot, summarizer = bot_with(storage)
    await fill(bot, 4, 2_200)
    await ask_and_wait(bot)
    assert summarizer.requests == []


async def test_the_reuse_of_a_summary_is_counted_in_long_sessions_only(storage: Storage) -> None:
    bot, _ = bot_with(storage, SUMMARY)
    await fill(bot)
    await ask_and_wait(bot)
    assert (await counted(bot))[L2_TRIGGER] == 0
    for _ in range(3):
        await ask_and_wait(bot)
    assert (await counted(bot))[L2_TRIGGER] == 3
    short, _ = bot_with(storage, policy=replace(SMALL, context_window=100_000))
    await ask_and_wait(short)
    assert (await counted(short))[L2_TRIGGER] == 3


async def test_it_is_said_once_when_what_must_be_kept_is_too_long(
    storage: Storage, caplog: pytest.LogCaptureFixture
) -> None:
    policy = replace(SMALL, l1_max_chars=8_000, l1_head=4_000, l1_tail=4_000)
    bot, summarizer = bot_with(storage, by=lambda _: SUMMARY, policy=policy)
    await fill(bot, 6, 1_700)
    with caplog.at_level(logging.WARNING, "memory"):
        for requests in (0, 0, 1):
            await ask_and_wait(bot, padded("big ", 1_700))
            assert len(summarizer.requests) == requests
    said = [r.message.split(" session")[0] for r in caplog.records]
    assert said == ["memory.L3 irreducible"]
    assert (await counted(bot))[L3_IRREDUCIBLE] == 1


async def test_a_person_can_go_on_while_it_fails(storage: Storage) -> None:
    bot, _ = bot_with(storage, by=lambda _: "nonsense")
    await fill(bot, 60)
    for _ in range(6):
        await ask_and_wait(bot)
    assert all(prompt.total_cost(each) <= SMALL.context_window for each in bot.model.prompts)
    await adds_up(bot)


async def test_what_it_cost_is_noted_for_the_owner_of_the_session(storage: Storage) -> None:
    bot, summarizer = bot_with(storage, "nonsense", SUMMARY)
    await fill(bot)
    for _ in range(2):
        await ask_and_wait(bot)
    assert len(summarizer.requests) == 2
    turn = make_turn("")
    spent = await storage.usage.since(bot.clock.now().date(), turn.user_id)
    total = sum(each.usage.input_tokens for each in spent)
    asked = sum(prompt.total_cost(each) for each in bot.model.prompts)
    assert total > asked + 2 * 7_000


async def test_the_log_tells_session_and_tokens_but_no_contents(
    storage: Storage, caplog: pytest.LogCaptureFixture
) -> None:
    bot, _ = bot_with(storage, "nonsense", {"todos": ["papaya " * 20]})
    await fill(bot)
    with caplog.at_level(logging.INFO):
        for _ in range(2):
            await ask_and_wait(bot)
    session = (await bot.session()).id
    lines = [r.message for r in caplog.records if r.name == "memory"]
    failed = f"memory.L3 compaction failed session={session} reason=BadOutput"
    assert failed in lines
    assert any(
        line.startswith(f"memory.L3 compaction success session={session} tokens=")
        for line in lines
    )
    assert not any("papaya" in line or "question" in line for line in lines)
