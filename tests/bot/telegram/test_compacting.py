"""``/compact`` on Telegram: a word at once, the result in its place, two buttons."""

import pytest

from bot.telegram import keyboards
from bot.texts import telegram
from memory_core.errors import ModelTimedOut
from memory_core.testing import Gate, ScriptedJsonModel, ScriptedModel, in_memory_storage, seen
from tests.bot.telegram.talking import Talk, running_bot
from tests.peers.telegram import BotApiTwin, Chat, Message, Person

SUMMARY = {"decisions": ["Orders live in sales.orders."], "todos": ["Ask Wei."]}
LONG = "We decided that the orders live in sales.orders. Please remember it. " * 10
FOLDED = "3 messages folded, 5 kept; it took 1 second."


@pytest.fixture
def anna(twin: BotApiTwin) -> Person:
    return twin.person("Anna")


async def chatter(talk: Talk, who: Person) -> None:
    """Have four exchanges, so that three messages can be folded."""
    for number in range(4):
        await who.say(f"{number} {LONG}")
        await talk.hear()


async def compacted(talk: Talk, who: Person) -> Message:
    await chatter(talk, who)
    await who.say("/compact")
    await talk.hear()
    return who.chat.from_bot[-1]


async def tapped(talk: Talk, who: Person, message: Message, label: str) -> str:
    click = await who.click(message, label)
    await talk.hear()
    return str((await click.answered())["text"])


async def settled(talk: Talk) -> bool:
    return await talk.app.storage.inbox.unfinished() == ()


async def test_the_word_becomes_the_result_and_the_chat_goes_on_meanwhile(
    twin: BotApiTwin, anna: Person
) -> None:
    gate = Gate()
    json_model = ScriptedJsonModel((gate, SUMMARY))
    async with running_bot(twin, json_model=json_model) as talk:
        await chatter(talk, anna)
        await anna.say("/compact the orders")
        await talk.take()
        await gate.reached.wait()
        word = await next_with(anna.chat, "Compacting …")
        await anna.say("/whoami")
        await anna.say("Still there?")
        await talk.take()
        said = {(await anna.chat.next_from_bot(5)).shown.split()[0] for _ in range(2)}
        assert said == {"You:", "Answer"}
        assert word.shown == "Compacting …"
        gate.open.set()
        await talk.hear()
        assert word.shown.startswith(FOLDED)
        assert " tokens (−" in word.shown
        assert word.labels == ["Show summary", "Restore previous"]
        assert "the orders" in json_model.requests[0].text
        assert await settled(talk)


async def next_with(chat: Chat, beginning: str) -> Message:
    """Wait for a message of the bot that begins so."""
    while not (message := await chat.next_from_bot(5)).shown.startswith(beginning):
        pass
    return message


async def test_the_summary_is_shown_in_place_and_back_leads_to_the_result(
    twin: BotApiTwin, anna: Person
) -> None:
    async with running_bot(twin, json_model=ScriptedJsonModel(SUMMARY)) as talk:
        result = await compacted(talk, anna)
        before, messages = result.shown, len(anna.chat.from_bot)
        await tapped(talk, anna, result, "Show summary")
        assert result.shown == (
            "Summary of 3 messages\n\n"
            "Decisions and conclusions\n- Orders live in sales.orders.\n\n"
            "To do\n- Ask Wei."
        )
        assert result.labels == ["‹ Back"]
        await tapped(talk, anna, result, "Back")
        assert result.shown == before
        assert result.labels == ["Show summary", "Restore previous"]
        assert len(anna.chat.from_bot) == messages


async def test_restoring_shows_the_messages_again_and_its_button_works_once(
    twin: BotApiTwin, anna: Person
) -> None:
    model = ScriptedModel(by=lambda _: "Noted.")
    async with running_bot(twin, model=model, json_model=ScriptedJsonModel(SUMMARY)) as talk:
        result = await compacted(talk, anna)
        old = [result.button(label)["callback_data"] for label in result.labels]
        await tapped(talk, anna, result, "Restore previous")
        assert result.shown.startswith("No summary is current now")
        for data in old:
            click = await anna.click(result, data=data)
            await talk.hear()
            assert (await click.answered())["text"].startswith("This button is out of date.")
        await anna.say("And now?")
        await talk.hear()
        assert f"0 {LONG}".strip() in seen(model.prompts[-1])


async def test_a_button_of_another_conversation_of_the_chat_is_refused(
    twin: BotApiTwin, anna: Person
) -> None:
    async with running_bot(twin, json_model=ScriptedJsonModel(SUMMARY, SUMMARY)) as talk:
        first = await compacted(talk, anna)
        await anna.say("/new")
        await talk.hear()
        assert "out of date" in await tapped(talk, anna, first, "Restore previous")
        await compacted(talk, anna)
        assert "out of date" in await tapped(talk, anna, first, "Show summary")


async def test_words_stand_for_the_buttons(twin: BotApiTwin, anna: Person) -> None:
    async with running_bot(twin) as talk:
        await compacted(talk, anna)
        for text, said in (
            ("/compact show", "Summary of 3 messages\nMade offline"),
            ("/compact restore", "No summary is current now"),
            ("/compact restore", "This conversation has no summary"),
            ("/compact show", "This conversation has no summary"),
        ):
            await anna.say(text)
            await talk.hear()
            assert anna.chat.texts[-1].startswith(said)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "There is nothing to compact"), ("zh", "没有可压缩的")]
)
async def test_a_short_conversation_has_nothing_to_compact(
    twin: BotApiTwin, language: str, said: str
) -> None:
    wei = twin.person("Wei", language=language)
    async with running_bot(twin) as talk:
        await wei.say("/compact")
        await talk.hear()
        [only] = wei.chat.from_bot
        assert only.shown.startswith(said)
        assert only.labels == []
        assert await settled(talk)


async def test_a_failure_is_said_in_place_of_the_word(twin: BotApiTwin, anna: Person) -> None:
    async with running_bot(twin, json_model=ScriptedJsonModel(ModelTimedOut("slow"))) as talk:
        result = await compacted(talk, anna)
        assert result.shown.endswith("nothing has changed: the model took too long.")


async def test_a_second_compaction_is_told_that_one_runs(twin: BotApiTwin, anna: Person) -> None:
    gate = Gate()
    async with running_bot(twin, json_model=ScriptedJsonModel((gate, SUMMARY))) as talk:
        await chatter(talk, anna)
        await anna.say("/compact")
        await talk.take()
        await gate.reached.wait()
        first = await next_with(anna.chat, "Compacting …")
        await anna.say("/compact")
        await talk.take()
        second = await next_with(anna.chat, "Compacting …")
        gate.open.set()
        await talk.hear()
        assert first.shown.startswith(FOLDED)
        assert second.shown.startswith("This conversation is being compacted already")


async def test_without_the_word_the_result_comes_by_itself(twin: BotApiTwin, anna: Person) -> None:
    gate = Gate()
    async with running_bot(twin, json_model=ScriptedJsonModel((gate, SUMMARY))) as talk:
        await chatter(talk, anna)
        refused = twin.faults.add("error", "sendMessage", code=400, description="Bad Request")
        await anna.say("/compact")
        await talk.take()
        await refused.hit()
        gate.open.set()
        await talk.hear()
        assert anna.chat.texts[-1].startswith(FOLDED)
        assert "Compacting …" not in anna.chat.texts


async def test_an_error_of_ours_is_said_and_settles_the_arrival(
    twin: BotApiTwin, anna: Person
) -> None:
    broken = ScriptedJsonModel((ZeroDivisionError(), SUMMARY))
    async with running_bot(twin, json_model=broken) as talk:
        result = await compacted(talk, anna)
        assert result.shown.startswith("Something went wrong on my side")
        assert await settled(talk)


async def test_after_a_death_it_is_done_again_in_the_same_message(
    twin: BotApiTwin, anna: Person
) -> None:
    storage, gate = in_memory_storage(), Gate()
    json_model = ScriptedJsonModel((gate, SUMMARY), SUMMARY)
    async with running_bot(twin, storage=storage, json_model=json_model) as talk:
        await chatter(talk, anna)
        await anna.say("/compact")
        await talk.take()
        await gate.reached.wait()
        word = await next_with(anna.chat, "Compacting …")
        await talk.service.nursery.drain(0)
        assert not await settled(talk)
    async with running_bot(twin, storage=storage, json_model=json_model) as talk:
        await talk.restart()
        assert word.shown.startswith(FOLDED)
        assert anna.chat.from_bot[-1] is word
        assert await settled(talk)
        await talk.restart()
        assert len(json_model.requests) == 2


async def test_in_a_topic_everything_stays_in_the_topic(twin: BotApiTwin, anna: Person) -> None:
    team = twin.group("Team", owner=anna, forum=True)
    async with running_bot(twin, json_model=ScriptedJsonModel(SUMMARY)) as talk:
        for number in range(4):
            await anna.say(f"@dbridge_bot {number} {LONG}", chat=team, topic=7)
            await talk.hear()
        await anna.say("/compact", chat=team, topic=7)
        await talk.hear()
        result = team.from_bot[-1]
        assert result.shown.startswith(FOLDED)
        assert result.topic == 7
        await tapped(talk, anna, result, "Show summary")
        assert result.shown.startswith("Summary of 3 messages")


async def test_who_may_not_reset_may_neither_compact_nor_tap(
    twin: BotApiTwin, anna: Person
) -> None:
    bob = twin.person("Bob")
    team = twin.group("Team", owner=anna, members=[bob])
    json_model = ScriptedJsonModel(SUMMARY)
    async with running_bot(twin, json_model=json_model, reset_by="admins") as talk:
        for number in range(4):
            await bob.say(f"@dbridge_bot {number} {LONG}", chat=team)
            await talk.hear()
        for text in ("/compact", "/compact show", "/compact restore"):
            await bob.say(text, chat=team)
            await talk.hear()
            assert team.texts[-1] == "Only admins of this group may do that."
        await anna.say("/compact", chat=team)
        await talk.hear()
        result = team.from_bot[-1]
        for label in ("Show summary", "Restore previous"):
            assert await tapped(talk, bob, result, label) == (
                "Only admins of this group may do that."
            )
        assert result.shown.startswith(FOLDED)
        assert len(json_model.requests) == 1


def test_the_largest_numbers_fit_into_a_button() -> None:
    mark, numbers = "f" * keyboards.MARK_CHARS + "-999999", ["9" * 7] * 5
    [[back]] = keyboards.to_result(telegram.of("en"), mark, keyboards.figures(numbers))
    assert keyboards.read(back.data) is not None
