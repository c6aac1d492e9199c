"""Buttons that are foreign, stale or made up are refused politely and change nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram import keyboards, keys
from memory_core.errors import ModelUnavailable
from memory_core.testing import ScriptedModel
from tests.bot.telegram.talking import Talk, running_bot
from tests.peers.telegram import BotApiTwin, Group, Message, Person

OUT_OF_DATE = "This button is out of date. Please send the command again."


@pytest.fixture
def anna(twin: BotApiTwin) -> Person:
    return twin.person("Anna")


@pytest.fixture
def bob(twin: BotApiTwin) -> Person:
    return twin.person("Bob")


async def toast(talk: Talk, who: Person, message: Message, data: str) -> str:
    click = await who.click(message, data=data)
    await talk.hear()
    return str((await click.answered())["text"])


@pytest.mark.parametrize(
    "data",
    [
        "nonsense",
        "undo",
        "undo:reset:",
        "undo:reset:xyz",
        "switch:" + "f" * 33,
        "switch:../../etc",
        "session:abc",
        "session:abc:99999",
        "sessions:-1",
        "sessions:١",
        "language:fr",
        "language:en:zh",
        "retry:telegram:1",
        "retry:terminal:ann:1",
        "again:1e3",
        "help:me",
        "summary:abc-1:1:2:3:4",
        "folded:abc:1:2:3:4:5",
        "restore:abc-",
        "restore:xyz-1",
        "new:x",
        "again:" + "9" * 40,
        "",
    ],
)
async def test_malformed_data_is_refused(twin: BotApiTwin, anna: Person, data: str) -> None:
    async with running_bot(twin) as talk:
        await anna.say("/whoami")
        message = await talk.answer(anna.chat)
        assert await toast(talk, anna, message, data) == OUT_OF_DATE
        assert len(anna.chat.from_bot) == 1
        assert not message.edited


@given(st.text(max_size=64))
def test_data_of_any_kind_is_read_without_an_error(data: str) -> None:
    tap = keyboards.read(data)
    assert tap is None or data.startswith(tap.verb)


async def test_a_session_of_another_chat_is_not_found_whatever_the_data_says(
    twin: BotApiTwin, anna: Person, bob: Person
) -> None:
    async with running_bot(twin) as talk:
        await anna.say("my secret plan")
        await talk.answer(anna.chat)
        [info] = await talk.app.queries.overview(keys.chat(anna.chat.id))
        await bob.say("/sessions")
        shown = await talk.answer(bob.chat)
        session = info.session.id
        for data in (
            f"switch:{session}",
            f"back:{session}",
            f"session:{session}:0",
            f"rename:{session}:0",
            f"delete:{session}",
        ):
            refusal = await toast(talk, bob, shown, data)
            assert refusal.startswith("That conversation is gone.")
        assert not shown.edited
        assert len(await talk.app.queries.overview(keys.chat(anna.chat.id))) == 1


async def test_a_retry_button_is_for_whoever_asked(
    twin: BotApiTwin, anna: Person, bob: Person
) -> None:
    team = twin.group("Team", members=[anna, bob])
    model = ScriptedModel(ModelUnavailable("down"), "At last.")
    async with running_bot(twin, model=model) as talk:
        await anna.say("@dbridge_bot why?", chat=team)
        failed = await talk.answer(team)
        click = await bob.click(failed, "Try again")
        await talk.hear()
        assert "for whoever asked" in (await click.answered())["text"]
        assert len(model.prompts) == 1
        await anna.click(failed, "Try again")
        assert (await talk.answer(team)).shown == "At last."


async def test_a_retry_button_does_not_ask_another_question_than_its_own(
    twin: BotApiTwin, anna: Person
) -> None:
    model = ScriptedModel(ModelUnavailable("down"), "Fine.", "Again.")
    async with running_bot(twin, model=model) as talk:
        await anna.say("one")
        failed = await talk.answer(anna.chat)
        await anna.say("two")
        await talk.answer(anna.chat)
        data = failed.button("Try again")["callback_data"]
        assert "asked something else since" in await toast(talk, anna, failed, data)
        await anna.say("/new")
        await talk.answer(anna.chat)
        assert "no question of yours" in await toast(talk, anna, failed, data)
        assert len(model.prompts) == 2


async def test_a_part_that_may_be_missing_is_sent_again_once_and_only_in_its_chat(
    twin: BotApiTwin, anna: Person, bob: Person
) -> None:
    async with running_bot(twin) as talk:
        for person in (anna, bob):
            await person.start()
        await talk.hear()
        twin.faults.add("drop_after", "sendMessage", chat_id=anna.chat.id)
        await anna.say("hello")
        await talk.hear()
        notice = anna.chat.from_bot[-1]
        assert notice.labels == ["Send it again"]
        data = notice.button("Send it again")["callback_data"]
        assert await toast(talk, bob, bob.chat.from_bot[-1], data) == OUT_OF_DATE
        assert await toast(talk, anna, notice, data) == ""
        assert anna.chat.texts.count("Answer to hello") == 2
        assert notice.deleted
        assert await toast(talk, anna, notice, data) == OUT_OF_DATE


async def test_a_button_too_old_to_be_shown_is_refused(twin: BotApiTwin, anna: Person) -> None:
    async with running_bot(twin) as talk:
        await anna.start()
        message = await talk.answer(anna.chat)
        await message.delete()
        assert await toast(talk, anna, message, "help") == OUT_OF_DATE


async def test_a_tap_that_can_no_longer_be_answered_still_does_its_work(
    twin: BotApiTwin, anna: Person
) -> None:
    async with running_bot(twin) as talk:
        await anna.start()
        message = await talk.answer(anna.chat)
        click = await anna.click(message, "Help")
        twin.clock.advance(3_600)
        await talk.hear()
        assert click.answer is None
        assert "/clear" in message.shown


async def test_the_spinner_stops_before_anything_is_sent(twin: BotApiTwin, anna: Person) -> None:
    async with running_bot(twin) as talk:
        await anna.start()
        message = await talk.answer(anna.chat)
        before = len(twin.calls)
        await anna.click(message, "Help")
        await talk.hear()
        assert [call.method for call in twin.calls[before:]] == [
            "answerCallbackQuery",
            "editMessageText",
        ]


async def test_who_may_not_talk_may_not_tap(twin: BotApiTwin, anna: Person, bob: Person) -> None:
    team: Group = twin.group("Team", members=[bob])
    async with running_bot(twin, allowed_chats=[], operators=[anna.id]) as talk:
        await anna.start()
        message = await talk.answer(anna.chat)
        message.chat = team
        click = await bob.click(message, "Help")
        await talk.hear()
        assert click.answer is None
