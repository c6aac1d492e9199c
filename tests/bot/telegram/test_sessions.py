"""``/sessions``: the list, its pages, and what its buttons do."""

import pytest

from tests.bot.telegram.talking import Talk, running_bot
from tests.peers.telegram import BotApiTwin, Message, Person


@pytest.fixture
def anna(twin: BotApiTwin) -> Person:
    return twin.person("Anna")


async def sessions(talk: Talk, anna: Person, *titles: str) -> Message:
    """Begin a session for each title, say something in it, and return the list."""
    for title in titles:
        await anna.say(f"/new {title}")
        await talk.hear()
        await anna.say("hello")
        await talk.hear()
        talk.clock.advance(seconds=60)
    await anna.say("/sessions")
    await talk.hear()
    return anna.chat.from_bot[-1]


async def tap(talk: Talk, anna: Person, message: Message, label: str) -> str:
    """Tap and return what is shown over the chat."""
    click = await anna.click(message, label)
    await talk.hear()
    return str((await click.answered())["text"])


async def test_the_list_marks_the_current_one_and_a_tap_on_another_goes_on_with_it(
    twin: BotApiTwin, anna: Person
) -> None:
    async with running_bot(twin) as talk:
        shown = await sessions(talk, anna, "Budget", "Orders")
        assert shown.shown.splitlines() == [
            "2 conversations in this chat",
            "● 1  Orders · 2 messages · 1 min ago",
            "  2  Budget · 2 messages · 2 min ago",
        ]
        assert shown.buttons == [["● 1 Orders", "⋯"], ["2 Budget", "⋯"], ["+ New"]]
        said = len(anna.chat.from_bot)
        assert await tap(talk, anna, shown, "2 Budget") == ""
        assert shown.shown.splitlines()[:3] == [
            "We go on with “Budget”.",
            "2 conversations in this chat",
            "● 1  Budget · 2 messages · just now",
        ]
        assert len(anna.chat.from_bot) == said


async def test_the_menu_of_a_session_leads_everywhere_and_back(
    twin: BotApiTwin, anna: Person
) -> None:
    async with running_bot(twin) as talk:
        shown = await sessions(talk, anna, "Budget")
        await tap(talk, anna, shown, "1 Budget")
        assert shown.buttons == [["Rename", "Delete"], ["‹ Back"]]
        await tap(talk, anna, shown, "Rename")
        assert shown.shown == "To rename “Budget”, send:\n/sessions rename 1 NEW TITLE"
        await tap(talk, anna, shown, "Back")
        await tap(talk, anna, shown, "Delete")
        assert shown.shown.startswith("“Budget” is deleted. For 10 minutes you can undo this")
        await tap(talk, anna, shown, "Undo")
        assert shown.shown == "“Budget” is back and goes on."


async def test_a_deleted_session_comes_back_once_however_often_undo_is_tapped(
    twin: BotApiTwin, anna: Person
) -> None:
    async with running_bot(twin) as talk:
        shown = await sessions(talk, anna, "Budget", "Orders")
        await anna.say("/clear")
        await talk.hear()
        await tap(talk, anna, shown, "⋯")
        await tap(talk, anna, shown, "Delete")
        data = shown.button("Undo")["callback_data"]
        await tap(talk, anna, shown, "Undo")
        second = await anna.click(shown, data=data)
        await talk.hear()
        assert (await second.answered())["text"].startswith("There is nothing to take back here")
        await anna.say("/sessions")
        await talk.hear()
        assert "Orders · 0 messages" in anna.chat.texts[-1]


async def test_the_words_do_the_same_as_the_buttons(twin: BotApiTwin, anna: Person) -> None:
    async with running_bot(twin) as talk:
        await sessions(talk, anna, "Budget", "Orders")
        for text, sentence in {
            "/sessions rename 2 Budget 2027": "It is called “Budget 2027” now.",
            "/sessions switch 2": "We go on with “Budget 2027”.",
            "/sessions delete 1": "“Orders” is deleted.",
            "/sessions undo": "“Orders” is back; /sessions leads there.",
            "/sessions new Plans": "A fresh conversation: “Plans”.",
        }.items():
            await anna.say(text)
            await talk.hear()
            assert anna.chat.texts[-1].startswith(sentence)


async def test_a_long_list_has_pages_in_the_same_message(twin: BotApiTwin, anna: Person) -> None:
    async with running_bot(twin) as talk:
        shown = await sessions(talk, anna, *(f"Plan {number}" for number in range(1, 11)))
        assert len(shown.buttons) == 9
        assert shown.buttons[-1] == ["›", "+ New"]
        await tap(talk, anna, shown, "›")
        assert shown.shown.splitlines()[1:] == [
            "  9  Plan 2 · 2 messages · 9 min ago",
            "  10  Plan 1 · 2 messages · 10 min ago",
        ]
        assert shown.buttons[-1] == ["‹", "+ New"]
        await tap(talk, anna, shown, "10 Plan 1")
        assert shown.shown.splitlines()[2].startswith("● 1  Plan 1")
        await tap(talk, anna, shown, "New")
        assert shown.shown == "A fresh conversation. “Plan 1” is kept."
        await tap(talk, anna, shown, "Back")
        assert shown.shown == "We go on with “Plan 1”."
