"""What is for the bot; what is not leaves no trace but its update id."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from memory_core.testing import ScriptedModel
from storage import open_storage
from tests.bot.telegram.talking import Talk, echo, running_bot
from tests.peers.telegram import BotApiTwin, Group, Message, Person

SECRET = "ziggurat"
"""A word that stands in everything that is not for the bot."""


@pytest.fixture
def anna(twin: BotApiTwin) -> Person:
    return twin.person("Anna")


@pytest.fixture
def team(twin: BotApiTwin, anna: Person) -> Group:
    return twin.group("Team", owner=anna, forum=True)


@pytest.fixture
async def talk(twin: BotApiTwin, tmp_path: Path) -> AsyncIterator[Talk]:
    model = ScriptedModel(by=echo)
    async with (
        open_storage(f"sqlite:///{tmp_path}/bot.db") as storage,
        running_bot(twin, storage=storage, model=model) as talk,
    ):
        yield talk


def channel_of(twin: BotApiTwin, team: Group) -> Group:
    return twin.channel("News", group=team)


Story = Callable[[BotApiTwin, Person, Group], Awaitable[Any]]


async def _by_a_bot(twin: BotApiTwin, _anna: Person, team: Group) -> None:
    other = twin.person("Other", username="other_bot", is_bot=True)
    await team.add(other)
    await other.say(f"@dbridge_bot {SECRET}", chat=team)


async def _automatic_forward(twin: BotApiTwin, _anna: Person, team: Group) -> None:
    await channel_of(twin, team).publish(f"@dbridge_bot {SECRET}")


async def _reply_to_another(_twin: BotApiTwin, anna: Person, team: Group) -> None:
    said = await anna.say(f"first {SECRET}", chat=team)
    await anna.say(f"second {SECRET}", chat=team, reply_to=said)


async def _malformed(twin: BotApiTwin, _anna: Person, _team: Group) -> None:
    twin.updates.put("message", {"text": SECRET, "chat": 7})
    twin.updates.put("callback_query", [SECRET])
    twin.updates.put(SECRET, {})


NOT_FOR_US: dict[str, Story] = {
    "a word among members": lambda _, anna, team: anna.say(f"the {SECRET}", chat=team),
    "a name that begins like ours": lambda _, anna, team: anna.say(
        f"@dbridge_bottle {SECRET}", chat=team
    ),
    "an address that holds our name": lambda _, anna, team: anna.say(
        f"{SECRET}@dbridge_bot.example.com", chat=team
    ),
    "a command of another bot": lambda _, anna, team: anna.say(
        f"/new@OtherBot {SECRET}", chat=team
    ),
    "a command of another bot in private": lambda _, anna, __: anna.say(f"/new@OtherBot {SECRET}"),
    "an unknown command in a group": lambda _, anna, team: anna.say(f"/foo {SECRET}", chat=team),
    "a command of the terminal in a group": lambda _, anna, team: anna.say(
        f"/quit {SECRET}", chat=team
    ),
    "a foreign command in a caption": lambda _, anna, team: anna.send_photo(
        caption=f"/new@OtherBot @dbridge_bot {SECRET}", chat=team
    ),
    "a picture in a group": lambda _, anna, team: anna.send_photo(caption=SECRET, chat=team),
    "a new title": lambda _, anna, team: team.rename(SECRET, anna),
    "a new topic": lambda _, anna, team: team.open_topic(SECRET, anna),
    "a newcomer": lambda twin, anna, team: team.add(twin.person(SECRET), by=anna),
    "a reply to somebody else": _reply_to_another,
    "a post in a channel and its copy": _automatic_forward,
    "what a bot says": _by_a_bot,
    "updates without sense": _malformed,
}


@pytest.mark.parametrize("story", NOT_FOR_US)
async def test_what_is_not_for_us_is_neither_answered_nor_stored_nor_logged(
    twin: BotApiTwin,
    anna: Person,
    team: Group,
    talk: Talk,
    *,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    story: str,
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    await NOT_FOR_US[story](twin, anna, team)
    await talk.hear()
    assert twin.updates.history
    assert [chat.texts for chat in twin.chats.values() if chat.texts] == []
    assert SECRET not in caplog.text
    files = list(tmp_path.glob("bot.db*"))
    assert files
    assert all(SECRET.encode() not in file.read_bytes() for file in files)


ADDRESSED: dict[str, tuple[Story, str]] = {
    "a mention in front": (
        lambda _, anna, team: anna.say("@dbridge_bot why?", chat=team),
        "Answer to why?",
    ),
    "a mention in other letters at the end": (
        lambda _, anna, team: anna.say("why? @DBridge_Bot", chat=team),
        "Answer to why?",
    ),
    "a mention after emoji": (
        lambda _, anna, team: anna.say("👩‍👩‍👧 😀 @dbridge_bot why?", chat=team),
        "Answer to 👩‍👩‍👧 😀  why?",
    ),
    "a mention in a caption": (
        lambda _, anna, team: anna.send_photo(caption="@dbridge_bot why?", chat=team),
        "Answer to why?",
    ),
    "an anonymous admin": (
        lambda _, anna, team: anna.say("@dbridge_bot why?", chat=team, anonymous=True),
        "Answer to why?",
    ),
}


@pytest.mark.parametrize("story", ADDRESSED)
async def test_in_a_group_a_mention_is_answered(
    twin: BotApiTwin, anna: Person, team: Group, talk: Talk, story: str
) -> None:
    say, answer = ADDRESSED[story]
    asked = await say(twin, anna, team)
    said = await talk.answer(team)
    assert (said.shown, said.reply_to) == (answer, asked)


async def test_a_reply_to_the_bot_is_answered_with_what_it_replies_to(
    anna: Person, team: Group, talk: Talk
) -> None:
    await anna.say("@dbridge_bot why?", chat=team)
    answer = await talk.answer(team)
    await anna.say("and then?", chat=team, reply_to=answer)
    said = await talk.answer(team)
    assert said.shown.endswith("and then?")
    assert "Answer to why?" in said.shown


async def test_a_command_in_a_caption_is_a_command(anna: Person, talk: Talk) -> None:
    await anna.send_photo(caption="/whoami")
    assert (await talk.answer(anna.chat)).shown.startswith("You: ")


async def test_our_own_command_in_a_topic_concerns_that_topic_alone(
    anna: Person, team: Group, talk: Talk
) -> None:
    for topic in (7, 8):
        await anna.say("@dbridge_bot hello", chat=team, topic=topic)
        await talk.answer(team)
    await anna.say("/clear@DBridge_Bot", chat=team, topic=7)
    cleared = await talk.answer(team)
    assert cleared.shown.startswith("2 messages set aside")
    assert cleared.topic == 7
    await anna.say("/clear", chat=team, topic=8)
    assert (await talk.answer(team)).shown.startswith("2 messages set aside")


async def test_a_button_in_a_topic_is_answered_in_that_topic(
    anna: Person, team: Group, talk: Talk
) -> None:
    await anna.say("@dbridge_bot hello", chat=team, topic=7)
    await talk.answer(team)
    await anna.say("/clear", chat=team, topic=7)
    cleared: Message = await talk.answer(team)
    await anna.click(cleared, "Undo")
    await talk.hear()
    assert (cleared.topic, cleared.shown[:15]) == (7, "2 messages back")
