"""Who may reset the conversation of a group, and whose language it speaks."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.telegram.rights import KNOWN_FOR
from memory_core.testing import ScriptedModel
from memory_core.testing.models import Gate
from tests.bot.telegram.talking import Talk, running_bot
from tests.peers.telegram import BotApiTwin, Group, Person

ONLY_ADMINS = "Only admins of this group may do that."


@pytest.fixture
def anna(twin: BotApiTwin) -> Person:
    return twin.person("Anna")


@pytest.fixture
def bob(twin: BotApiTwin) -> Person:
    return twin.person("Bob")


@pytest.fixture
def team(twin: BotApiTwin, anna: Person, bob: Person) -> Group:
    return twin.group("Team", owner=anna, members=[bob])


@pytest.fixture
async def strict(twin: BotApiTwin) -> AsyncIterator[Talk]:
    """A bot that lets only admins reset."""
    async with running_bot(twin, reset_by="admins") as talk:
        yield talk


async def said(talk: Talk, who: Person, text: str, team: Group, *, anonymous: bool = False) -> str:
    await who.say(text, chat=team, anonymous=anonymous)
    return (await talk.answer(team)).shown


async def test_by_default_every_member_may_reset_and_undo(
    twin: BotApiTwin, bob: Person, team: Group
) -> None:
    async with running_bot(twin) as talk:
        await said(talk, bob, "@dbridge_bot hello", team)
        assert (await said(talk, bob, "/clear", team)).startswith("2 messages set aside")
        await bob.click(team.from_bot[-1], "Undo")
        await talk.hear()
        assert team.texts[-1].startswith("2 messages back")
        assert twin.calls_of("getChatMember") == []


@pytest.mark.parametrize(
    "text",
    [
        "/clear",
        "/clear undo",
        "/new",
        "/sessions switch 1",
        "/sessions delete 1",
        "/sessions rename 1 X",
        "/sessions new X",
        "/sessions undo",
    ],
)
async def test_when_admins_decide_a_member_changes_nothing(
    strict: Talk, bob: Person, team: Group, text: str
) -> None:
    await said(strict, bob, "@dbridge_bot hello", team)
    assert await said(strict, bob, text, team) == ONLY_ADMINS
    assert "2 messages" in await said(strict, bob, "/sessions", team)


async def test_a_member_may_not_tap_what_they_may_not_write(
    strict: Talk, anna: Person, bob: Person, team: Group
) -> None:
    await said(strict, bob, "@dbridge_bot hello", team)
    await said(strict, anna, "/clear", team)
    cleared = team.from_bot[-1]
    click = await bob.click(cleared, "Undo")
    await strict.hear()
    assert (await click.answered())["text"] == ONLY_ADMINS
    await anna.click(cleared, "Undo")
    await strict.hear()
    assert cleared.shown.startswith("2 messages back")


async def test_an_anonymous_admin_may_and_is_not_asked_about(
    twin: BotApiTwin, strict: Talk, anna: Person, bob: Person, team: Group
) -> None:
    await said(strict, bob, "@dbridge_bot hello", team)
    answer = await said(strict, anna, "/clear", team, anonymous=True)
    assert answer.startswith("2 messages set aside")
    assert twin.calls_of("getChatMember") == []


async def test_an_anonymous_admin_is_nobodys_operator(
    twin: BotApiTwin, anna: Person, team: Group
) -> None:
    async with running_bot(twin, operators=[anna.id]) as talk:
        shown = await said(talk, anna, "/whoami", team, anonymous=True)
        assert shown == f"You: {team.id}\nRole: anonymous\nThis chat: {team.id}"


async def test_who_is_an_admin_is_asked_once_in_five_minutes(
    twin: BotApiTwin, strict: Talk, anna: Person, bob: Person, team: Group
) -> None:
    for _ in range(3):
        assert await said(strict, bob, "/clear", team) == ONLY_ADMINS
    await team.promote(bob, by=anna)
    strict.clock.advance(KNOWN_FOR - timedelta(seconds=1))
    assert await said(strict, bob, "/clear", team) == ONLY_ADMINS
    assert len(twin.calls_of("getChatMember")) == 1
    strict.clock.advance(timedelta(seconds=1))
    assert (await said(strict, bob, "/clear", team)).startswith("Nothing to set aside")
    assert len(twin.calls_of("getChatMember")) == 2


async def test_while_telegram_does_not_tell_nothing_is_changed(
    twin: BotApiTwin, strict: Talk, bob: Person, team: Group
) -> None:
    twin.faults.add("error", "getChatMember", code=400, description="Bad Request: oops")
    assert "does not tell me just now" in await said(strict, bob, "/clear", team)


async def test_the_language_of_a_group_is_for_its_admins(
    twin: BotApiTwin, anna: Person, bob: Person, team: Group
) -> None:
    async with running_bot(twin) as talk:
        await said(talk, bob, "/start", team)
        first = team.from_bot[-1]
        assert "@dbridge_bot" in first.shown
        click = await bob.click(first, "中文")
        await talk.hear()
        assert (await click.answered())["text"] == ONLY_ADMINS
        await anna.click(first, "中文")
        await talk.hear()
        assert "在这里说中文" in first.shown
        assert "在群里，写 @dbridge_bot" in await said(talk, bob, "/help", team)


async def test_stop_ends_only_what_the_caller_asked(
    twin: BotApiTwin, anna: Person, bob: Person, team: Group
) -> None:
    gate = Gate()
    model = ScriptedModel((gate, "Because."), "So.")
    async with running_bot(twin, model=model) as talk:
        await anna.say("@dbridge_bot why?", chat=team)
        await anna.say("@dbridge_bot and?", chat=team)
        await talk.take()
        await asyncio.wait_for(gate.reached.wait(), 5)
        await bob.say("/stop", chat=team)
        await talk.take()
        assert "nothing to stop" in (await team.next_from_bot()).shown
        gate.open.set()
        assert (await talk.answer(team)).shown == "Because."
        assert (await talk.answer(team)).shown == "So."
