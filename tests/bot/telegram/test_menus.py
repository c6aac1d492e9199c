"""The commands that phones offer."""

import pytest

from tests.bot.telegram.talking import running_bot
from tests.peers.telegram import BotApiTwin

COMMANDS = [
    "ask",
    "retry",
    "stop",
    "clear",
    "compact",
    "new",
    "sessions",
    "whoami",
    "help",
    "start",
]


async def test_everybody_is_offered_what_works_in_their_language(twin: BotApiTwin) -> None:
    anna = twin.person("Anna")
    wei = twin.person("Wei", language="zh")
    team = twin.group("Team", owner=anna, members=[wei])
    await anna.start()
    async with running_bot(twin, operators=[anna.id]):
        for person, description in ((anna, "show what I can do"), (wei, "看看我会做什么")):
            for chat in (person.chat, team):
                menu = twin.menu_for(person, chat)
                own = ("metrics",) if chat is anna.chat else ()
                assert sorted(each["command"] for each in menu) == sorted((*COMMANDS, *own))
                assert description in {each["description"] for each in menu}


async def test_menus_that_cannot_be_set_do_not_stop_the_start(
    twin: BotApiTwin, caplog: pytest.LogCaptureFixture
) -> None:
    twin.faults.add("error", "setMyCommands", code=400, description="Bad Request", times=None)
    anna = twin.person("Anna")
    async with running_bot(twin) as talk:
        await anna.say("hello")
        assert (await talk.answer(anna.chat)).shown == "Answer to hello"
    assert "is not set" in caplog.text
