"""What happens to the bot: strangers, blocks, groups that let it in or move."""

import logging
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.telegram import keys
from memory_core.testing import in_memory_storage
from storage import open_storage
from tests.bot.telegram.talking import running_bot
from tests.peers.telegram import BotApiTwin, Person

CLOSED: dict[str, Any] = {"allowed_users": [], "allowed_chats": []}
SECRET = "ziggurat"


@pytest.fixture
def anna(twin: BotApiTwin) -> Person:
    return twin.person("Anna")


async def test_a_stranger_hears_their_id_once_a_day_and_nothing_of_theirs_is_kept(
    twin: BotApiTwin, anna: Person, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    async with (
        open_storage(f"sqlite:///{tmp_path}/bot.db") as storage,
        running_bot(twin, storage=storage, **CLOSED) as talk,
    ):
        for text in (f"hello {SECRET}", f"/help {SECRET}", SECRET):
            await anna.say(text)
        await anna.send_photo(caption=SECRET)
        await talk.hear()
        [hint] = anna.chat.texts
        assert hint.endswith(f"Your id is {anna.id}: give it to whoever runs this bot.")
        talk.clock.advance(timedelta(days=1))
        await anna.say(SECRET)
        await talk.hear()
        assert len(anna.chat.texts) == 2
        for file in tmp_path.glob("bot.db*"):
            assert SECRET.encode() not in file.read_bytes()
    assert SECRET not in caplog.text


@pytest.mark.parametrize(
    ("language", "own_id"), [("en", "Your id is {}."), ("zh", "你的 ID 是 {}。")]
)
async def test_a_stranger_who_asks_for_their_id_always_hears_it_and_nothing_else(
    twin: BotApiTwin, tmp_path: Path, language: str, own_id: str
) -> None:
    eve = twin.person("Eve", language=language)
    async with (
        open_storage(f"sqlite:///{tmp_path}/bot.db") as storage,
        running_bot(twin, storage=storage, **CLOSED) as talk,
    ):
        for text in ("hello", "/whoami", f"/whoami {SECRET}"):
            await eve.say(text)
            await talk.hear()
        assert eve.chat.texts[1:] == [own_id.format(eve.id)] * 2
        for file in tmp_path.glob("bot.db*"):
            assert SECRET.encode() not in file.read_bytes()


async def test_in_a_group_that_is_not_served_there_is_silence(
    twin: BotApiTwin, anna: Person
) -> None:
    team = twin.group("Team", members=[anna])
    async with running_bot(twin, **CLOSED) as talk:
        await anna.say("@dbridge_bot hello", chat=team)
        await anna.say("/start", chat=team)
        await talk.hear()
        assert team.texts == anna.chat.texts == []


async def test_a_group_that_is_served_is_told_how_to_address_the_bot(
    twin: BotApiTwin, anna: Person
) -> None:
    team = twin.group("Team", members=[anna], bot="left")
    other = twin.group("Other", members=[anna], bot="left")
    async with running_bot(twin, allowed_chats=[team.id], operators=[anna.id]) as talk:
        await team.add_bot(anna)
        await other.add_bot(anna)
        await talk.hear()
        [line] = team.texts
        assert line.startswith("Here I answer when you write @dbridge_bot")
        assert other.texts == []
        await team.promote_bot(anna)
        await talk.hear()
        assert len(team.texts) == 1


async def test_a_block_is_noted_until_it_ends(twin: BotApiTwin, anna: Person) -> None:
    async with running_bot(twin) as talk:
        chat = keys.chat(anna.chat.id)
        await anna.block()
        await talk.hear()
        assert not await talk.app.storage.chats.reachable(chat)
        await anna.unblock()
        await talk.hear()
        assert await talk.app.storage.chats.reachable(chat)
        assert anna.chat.texts == []


async def test_a_group_that_moves_keeps_its_conversation_and_stays_served(
    twin: BotApiTwin, anna: Person
) -> None:
    team = twin.group("Team", members=[anna], small=True)
    async with running_bot(twin, allowed_chats=[team.id]) as talk:
        await anna.say("@dbridge_bot hello", chat=team)
        await talk.answer(team)
        moved = await team.migrate()
        await anna.say("@dbridge_bot still there?", chat=moved)
        assert (await talk.answer(moved)).shown == "Answer to still there?"
        await anna.say("/clear", chat=moved)
        assert (await talk.answer(moved)).shown.startswith("4 messages set aside")


async def test_a_group_that_moved_is_still_served_after_a_restart(
    twin: BotApiTwin, anna: Person
) -> None:
    team, storage = twin.group("Team", members=[anna], small=True), in_memory_storage()
    async with running_bot(twin, storage=storage, allowed_chats=[team.id]) as talk:
        moved = await team.migrate()
        await talk.hear()
    async with running_bot(twin, storage=storage, allowed_chats=[team.id]) as talk:
        await anna.say("@dbridge_bot still there?", chat=moved)
        assert (await talk.answer(moved)).shown == "Answer to still there?"


async def test_what_cannot_be_read_gets_one_notice_in_private(
    twin: BotApiTwin, anna: Person
) -> None:
    voice = {"voice": {"file_id": "v", "file_unique_id": "v1", "duration": 3}}
    async with running_bot(twin) as talk:
        await anna.send_media(voice)
        assert "cannot read pictures, voice or files" in (await talk.answer(anna.chat)).shown
        await anna.send_album([b"\xff\xd8\xff"] * 4)
        await talk.hear()
        assert len(anna.chat.texts) == 2
