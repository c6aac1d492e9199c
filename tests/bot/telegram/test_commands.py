"""Commands in a private chat, from the update to the message on the phone."""

import asyncio
from datetime import timedelta

import pytest

from memory_core.errors import ModelUnavailable
from memory_core.testing import ScriptedModel
from memory_core.testing.models import Gate
from tests.bot.telegram.talking import running_bot
from tests.peers.telegram import BotApiTwin, Person


@pytest.fixture
def anna(twin: BotApiTwin) -> Person:
    return twin.person("Anna")


async def test_start_says_what_the_bot_is_what_it_keeps_and_what_to_try(
    twin: BotApiTwin, anna: Person
) -> None:
    async with running_bot(twin) as talk:
        await anna.start()
        first = await talk.answer(anna.chat)
        assert first.labels == ["Help", "中文", "English"]
        for part in ("I am dbridge-bot", "Whoever runs the bot can read it", "Try:"):
            assert part in first.shown

        await anna.click(first, "中文")
        await talk.hear()
        assert first.shown == "从现在起我在这里说中文。"
        await anna.click(first, "帮助")
        await talk.hear()
        assert "/clear · 从头开始" in first.shown
        await anna.click(first, "返回")
        await talk.hear()
        assert "我是 dbridge-bot" in first.shown
        assert len(anna.chat.from_bot) == 1


async def test_help_lists_what_works_and_nothing_else(twin: BotApiTwin, anna: Person) -> None:
    async with running_bot(twin) as talk:
        await anna.say("/HELP")
        shown = (await talk.answer(anna.chat)).shown
    for command in ("/ask", "/retry", "/stop", "/clear", "/new", "/sessions", "/whoami"):
        assert f"{command} · " in shown
    for command in ("/quit", "/memory", "/metrics"):
        assert command not in shown


async def test_the_app_of_the_person_chooses_the_language(twin: BotApiTwin) -> None:
    wei = twin.person("Wei", language="zh-hans")
    async with running_bot(twin) as talk:
        await wei.say("/stop")
        assert "没有可停止的" in (await talk.answer(wei.chat)).shown


async def test_clear_hides_what_was_said_and_undo_brings_it_back_once(
    twin: BotApiTwin, anna: Person
) -> None:
    model = ScriptedModel(by=lambda _: "Noted.")
    async with running_bot(twin, model=model) as talk:
        await anna.say("The code is 7.")
        await talk.answer(anna.chat)
        await anna.say("/clear")
        cleared = await talk.answer(anna.chat)
        assert cleared.shown.startswith("2 messages set aside")
        assert "10 minutes" in cleared.shown
        await anna.say("What is the code?")
        await talk.answer(anna.chat)
        assert model.prompts[-1].history == ()

        await anna.click(cleared, "Undo")
        again = await anna.click(cleared, "Undo")
        await talk.hear()
        assert cleared.shown.startswith("2 messages back")
        assert cleared.buttons == []
        assert (await again.answered())["text"].startswith("There is nothing to take back here")
        await anna.say("And now?")
        await talk.answer(anna.chat)
        assert len(model.prompts[-1].history) == 4


async def test_undo_in_words_and_too_late(twin: BotApiTwin, anna: Person) -> None:
    async with running_bot(twin) as talk:
        await anna.say("hello")
        await talk.answer(anna.chat)
        for _ in range(2):
            await anna.say("/clear")
            await talk.answer(anna.chat)
            await anna.say("/clear undo")
            assert (await talk.answer(anna.chat)).shown.startswith("2 messages back")
        await anna.say("/clear")
        cleared = await talk.answer(anna.chat)
        talk.clock.advance(timedelta(minutes=11))
        click = await anna.click(cleared, "Undo")
        await talk.hear()
        assert "undo works for a short while only" in (await click.answered())["text"]


async def test_new_begins_a_session_and_back_leads_to_the_former(
    twin: BotApiTwin, anna: Person
) -> None:
    async with running_bot(twin) as talk:
        await anna.say("hello")
        await talk.answer(anna.chat)
        await anna.say("/new Budget 2027")
        began = await talk.answer(anna.chat)
        assert began.shown == "A fresh conversation: “Budget 2027”. “hello” is kept."
        await anna.click(began, "Back")
        await talk.hear()
        assert began.shown == "We go on with “hello”."


async def test_commands_that_come_later_or_never_are_told_apart(
    twin: BotApiTwin, anna: Person
) -> None:
    async with running_bot(twin) as talk:
        for text, sentence in {
            "/memory": "comes in a later release",
            "/claer": "Did you mean /clear?",
            "/quit": "I know no command /quit",
            "/clear everything": "Write it like this:\n/clear\n/clear undo",
            "/ask": "/ask QUESTION",
            "/sessions switch 9": "There is no number 9",
            "/sessions delete": "/sessions delete N",
        }.items():
            await anna.say(text)
            assert sentence in (await talk.answer(anna.chat)).shown


async def test_whoami_tells_the_ids_the_settings_want(twin: BotApiTwin, anna: Person) -> None:
    async with running_bot(twin, operators=[anna.id]) as talk:
        await anna.say("/whoami")
        shown = (await talk.answer(anna.chat)).shown
        assert shown == f"You: {anna.id}\nRole: operator\nThis chat: {anna.chat.id}"


async def test_ask_knows_nothing_and_leaves_nothing(twin: BotApiTwin, anna: Person) -> None:
    model = ScriptedModel(by=lambda prompt: f"Answer to {prompt.question}")
    async with running_bot(twin, model=model) as talk:
        await anna.say("The code is 7.")
        await talk.answer(anna.chat)
        await anna.say("/ask What is the code?")
        assert (await talk.answer(anna.chat)).shown == "Answer to What is the code?"
        assert model.prompts[-1].history == ()
        await anna.say("Hm.")
        await talk.answer(anna.chat)
        assert len(model.prompts[-1].history) == 2


async def test_retry_asks_the_last_question_again(twin: BotApiTwin, anna: Person) -> None:
    model = ScriptedModel(ModelUnavailable("down"), "At last.", "Once more.")
    async with running_bot(twin, model=model) as talk:
        await anna.say("/retry")
        assert "no question of yours" in (await talk.answer(anna.chat)).shown
        await anna.say("Why?")
        failed = await talk.answer(anna.chat)
        assert failed.labels == ["Try again"]
        click = await anna.click(failed, "Try again")
        assert (await talk.answer(anna.chat)).shown == "At last."
        assert (await click.answered())["text"] == ""
        await anna.say("/retry")
        assert (await talk.answer(anna.chat)).shown == "Once more."
        assert [prompt.question for prompt in model.prompts] == ["Why?"] * 3


async def test_stop_ends_the_answer_and_drops_what_waits(twin: BotApiTwin, anna: Person) -> None:
    gate = Gate()
    model = ScriptedModel(("Half an answer. ", gate, "The rest."), "Fresh.")
    async with running_bot(twin, model=model) as talk:
        for text in ("one", "two", "three"):
            await anna.say(text)
        await talk.take()
        await asyncio.wait_for(gate.reached.wait(), 5)
        await anna.say("/stop")
        await talk.hear()
        shown = anna.chat.texts
        assert "Stopping 1 answer.\n2 messages that waited: no answer now." in shown
        assert shown[-1].startswith("Half an answer.\n\n⏸ This answer is unfinished.")
        assert len(model.prompts) == 1
        await anna.say("four")
        await talk.hear()
        assert anna.chat.texts[-1] == "Fresh."


@pytest.mark.parametrize("command", ["/clear", "/new"])
async def test_what_ends_the_context_drops_the_running_answer_and_the_queue(
    twin: BotApiTwin, anna: Person, command: str
) -> None:
    gate = Gate()
    model = ScriptedModel("First.", ("Too late.", gate), "Fresh.")
    async with running_bot(twin, model=model) as talk:
        await anna.say("one")
        await talk.answer(anna.chat)
        await anna.say("two")
        await anna.say("three")
        await talk.take()
        await asyncio.wait_for(gate.reached.wait(), 5)
        await anna.say(command)
        await talk.hear()
        assert "1 message that waited: no answer now." in anna.chat.texts[-1]
        assert not any("Too late" in text for text in anna.chat.texts)
        await anna.say("four")
        await talk.hear()
        assert (anna.chat.texts[-1], model.prompts[-1].history) == ("Fresh.", ())


async def test_a_command_ends_the_wait_for_the_tail_of_a_long_text(
    twin: BotApiTwin, anna: Person
) -> None:
    async with running_bot(twin) as talk:
        await anna.say("x" * 4096)
        await anna.say("/clear")
        await talk.hear()
        assert anna.chat.texts == [
            (
                "Nothing to set aside: this conversation is fresh already.\n"
                "1 message that waited: no answer now."
            )
        ]
