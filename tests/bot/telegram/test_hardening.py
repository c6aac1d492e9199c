"""Races and odd input that once went wrong."""

import asyncio

import pytest

from bot.app import assemble
from bot.settings import Settings
from bot.telegram import service
from memory_core.concurrency import Nursery
from memory_core.model import ChatKey
from memory_core.testing import FakeClock, Gate, ScriptedModel, in_memory_storage
from tests.bot.telegram.talking import running_bot
from tests.peers.telegram import BotApiTwin


@pytest.mark.parametrize("command", ["/new", "/clear", "/stop"])
async def test_what_is_said_after_a_command_is_answered(twin: BotApiTwin, command: str) -> None:
    anna = twin.person("Anna")
    async with running_bot(twin) as talk:
        await anna.say("one")
        await talk.hear()
        for text in (command, "two"):
            await anna.say(text)
        await talk.hear()
        assert "Answer to two" in anna.chat.texts
        assert not any("no answer now" in text for text in anna.chat.texts)


async def test_what_waits_is_still_dropped_by_a_command_that_comes_later(twin: BotApiTwin) -> None:
    anna, gate = twin.person("Anna"), Gate()
    model = ScriptedModel((gate, "never"), by=lambda prompt: f"Answer to {prompt.question}")
    async with running_bot(twin, model=model) as talk:
        for text in ("one", "two"):
            await anna.say(text)
        await talk.take()
        await asyncio.wait_for(gate.reached.wait(), 5)
        for text in ("/clear", "three"):
            await anna.say(text)
        await talk.hear()
        assert "Answer to three" in anna.chat.texts
        assert "Answer to two" not in anna.chat.texts


@pytest.mark.parametrize("said", ["[](https://example.org)", "```\n```", "&nbsp;"])
async def test_an_answer_that_would_show_nothing_is_shown_as_it_is(
    twin: BotApiTwin, said: str
) -> None:
    anna = twin.person("Anna")
    async with running_bot(twin, model=ScriptedModel(said)) as talk:
        await anna.say("hello")
        await talk.hear()
        assert anna.chat.texts == [said]


async def test_the_bot_can_be_ended_while_telegram_is_away(twin: BotApiTwin) -> None:
    twin.faults.add("drop_before", "getMe", times=None)
    settings = Settings.model_validate(
        {"telegram": {"token": twin.token, "api_base": twin.base_url, "operators": [1]}}
    )
    app = assemble(
        settings, in_memory_storage(), ScriptedModel(), clock=FakeClock(), nursery=Nursery()
    )
    stopped = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        serving = group.create_task(service.serve(app, stopped))
        await twin.wait_until(lambda: len(twin.calls_of("getMe")) > 0)
        stopped.set()
        async with asyncio.timeout(5):
            await serving


async def test_a_button_takes_back_its_own_reset_alone(twin: BotApiTwin) -> None:
    anna = twin.person("Anna")
    async with running_bot(twin) as talk:
        await anna.say("one")
        await talk.hear()
        await anna.say("/clear")
        await talk.hear()
        cleared = anna.chat.messages[-1]
        for text in ("/new", "two", "/clear"):
            talk.clock.advance(seconds=1)
            await anna.say(text)
            await talk.hear()
        await anna.click(cleared, "Undo")
        await talk.hear()
        sessions = await talk.app.queries.overview(ChatKey(f"telegram:{anna.id}"))
        assert {each.session.title: each.messages for each in sessions} == {"one": 2, "two": 0}
