"""An answer is seen growing; no preview overtakes the final text or fails the turn."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.telegram.places import Place
from bot.telegram.streaming import Preview
from memory_core.concurrency import Nursery
from memory_core.errors import StorageUnavailable
from tests.bot.telegram.outgoing import EAGER, Outgoing, SteppedTime, Words, outgoing
from tests.peers.telegram import Chat, Group

SENTENCE = "It is done. "


def render(text: str) -> tuple[Words, ...]:
    return tuple(Words(text[at : at + 4096].strip()) for at in range(0, len(text), 4096))


@dataclass(kw_only=True)
class Show:
    """A preview with its own time."""

    it: Outgoing
    chat: Chat
    time: SteppedTime
    preview: Preview
    known: list[int] = field(default_factory=list)

    @property
    def calls(self) -> list[str]:
        return [str(call.params.get("text")) for call in self.it.twin.calls]

    async def say(self, text: str) -> None:
        await self.preview.add(text)

    async def seen(self, calls: int) -> None:
        """Wait until so many calls were made and answered."""
        await self.it.twin.wait_until(
            lambda: len(self.it.twin.calls) == calls and self.it.twin.calls[-1].ended
        )
        async with asyncio.timeout(5):
            while self.preview._calling.locked():  # noqa: ASYNC110 - the answer is on its way
                await asyncio.sleep(0)

    async def first(self) -> None:
        """The first message is there."""
        await self.say(SENTENCE)
        await self.time.advance(0)
        await self.seen(1)


@asynccontextmanager
async def shown(
    it: Outgoing, chat: Chat | None = None, topic: int | None = None, **how: Any
) -> AsyncIterator[Show]:
    chat = chat or it.anna.chat
    time = SteppedTime(it.twin.clock)
    it.sender._budget._timing = time
    known: list[int] = []

    async def note(message_id: int) -> None:
        known.append(message_id)

    how = {"render": render, "on_message": note} | how
    place = Place(chat.id, topic)
    async with Preview(it.sender, place, Nursery(), time, **how) as preview:
        yield Show(it=it, chat=chat, time=time, preview=preview, known=known)


@pytest.mark.parametrize(
    ("text", "starts"),
    [
        ("It is", False),
        ("It is done.", False),
        ("It is done. ", True),
        ("Really?\n", True),
        ("He said “go.” And", True),
        ("好的。", True),
        ("# Title\n", True),
        ("1. ", False),
        ("It costs 3.5", False),
        ("\n\n", False),
        ("word " * 15, False),
        ("word " * 17, True),
    ],
)
async def test_it_starts_with_a_sentence_or_eighty_characters(text: str, starts: bool) -> None:
    async with outgoing() as it, shown(it) as show:
        await show.say(text)
        await show.time.advance(10)
        await show.preview.close()
        assert (len(it.anna.chat.from_bot), show.preview.message_id is not None) == (
            starts,
            starts,
        )


async def test_it_grows_by_edits_a_second_and_a_half_apart_with_the_newest_text() -> None:
    async with outgoing() as it, shown(it) as show:
        await show.first()
        for piece in ("And ", "more ", "of it"):
            await show.say(piece)
        await show.time.advance(1.4)
        assert show.calls == ["It is done."]
        await show.time.advance(0.1)
        await show.seen(2)
        assert it.anna.chat.texts == ["It is done. And more of it"]
        assert show.known == [show.preview.message_id]


async def test_groups_get_an_edit_every_four_seconds_in_their_topic_as_a_reply() -> None:
    async with outgoing() as it:
        forum = it.twin.group("Forum", owner=it.anna, forum=True)
        asked = await it.anna.say("hi", chat=forum, topic=7)
        async with shown(it, forum, 7, reply_to=asked.id) as show:
            await show.first()
            await show.say("More")
            await show.time.advance(3.9)
            assert len(show.calls) == 1
            await show.time.advance(0.1)
            await show.seen(2)
        [message] = forum.from_bot
        assert (message.topic, message.reply_to) == (7, asked)


async def test_the_same_text_is_never_sent_twice() -> None:
    async with outgoing() as it, shown(it) as show:
        await show.first()
        await show.say("  ")
        await show.time.advance(5)
        await show.say("\n")
        await show.time.advance(5)
        await show.preview.close()
        assert len(show.calls) == 1


async def test_of_a_long_answer_the_first_message_is_shown() -> None:
    async with outgoing() as it, shown(it) as show:
        await show.say("word " * 3000)
        await show.time.advance(0)
        await show.seen(1)
        await show.say("word " * 3000)
        await show.time.advance(10)
        await show.preview.close()
        assert [len(text) for text in show.calls] == [4096]


async def test_switched_off_it_shows_nothing() -> None:
    async with outgoing() as it, shown(it, mode="off") as show:
        await show.say(SENTENCE * 20)
        await show.time.advance(10)
        assert (show.calls, show.preview.message_id) == ([], None)


async def test_after_closing_nothing_follows() -> None:
    async with outgoing() as it, shown(it) as show:
        await show.first()
        await show.say("More")
        await show.preview.close()
        await show.say("Even more")
        await show.time.advance(100)
        message_id = show.preview.message_id
        assert message_id is not None
        await it.sender.edit(it.place, message_id, Words("Final"))
        assert show.calls == ["It is done.", "Final"]


async def test_closing_waits_for_an_edit_under_way_so_that_the_final_is_last() -> None:
    async with outgoing() as it, shown(it) as show:
        await show.first()
        slow = it.twin.faults.add("slow", "editMessageText")
        await show.say("More")
        await show.time.advance(1.5)
        await slow.hit()
        async with asyncio.TaskGroup() as group:
            closing = group.create_task(show.preview.close())
            await asyncio.sleep(0)
            assert not closing.done()
            slow.release()
        await it.sender.edit(it.place, show.known[0], Words("Final"))
        assert it.anna.chat.texts == ["Final"]


async def test_closing_during_the_first_send_still_learns_the_message() -> None:
    async with outgoing() as it, shown(it) as show:
        slow = it.twin.faults.add("slow", "sendMessage")
        await show.say(SENTENCE)
        await show.time.advance(0)
        await slow.hit()
        async with asyncio.TaskGroup() as group:
            group.create_task(show.preview.close())
            slow.release()
        assert show.preview.message_id == it.anna.chat.from_bot[0].id
        assert show.known == [show.preview.message_id]


async def test_it_rests_as_long_as_telegram_asks() -> None:
    async with outgoing() as it, shown(it) as show:
        await show.first()
        it.twin.faults.add("429", "editMessageText", retry_after=20)
        await show.say("More")
        await show.time.advance(1.5)
        await show.seen(2)
        await show.say(" text")
        await show.time.advance(19)
        assert len(show.calls) == 2
        await show.time.advance(3)
        await show.seen(3)
        assert it.anna.chat.texts == ["It is done. More text"]
        assert (show.preview.failures, it.floods) == (1, [(it.anna.id, 20)])


@pytest.mark.parametrize("fault", ["500", "502", "drop_before", "drop_after", "malformed", "hang"])
async def test_a_failed_edit_is_made_up_for_by_a_later_one(fault: Any) -> None:
    async with outgoing(EAGER) as it, shown(it, pace=EAGER) as show:
        await show.first()
        it.twin.faults.add(fault, "editMessageText")
        await show.say("More")
        await show.time.advance(1.5)
        await show.seen(2)
        await show.say(" text")
        await show.time.advance(1.5)
        await show.seen(3)
        assert it.anna.chat.texts == ["It is done. More text"]
        assert show.preview.failures == 1


async def test_a_first_message_whose_answer_is_lost_is_not_sent_again() -> None:
    async with outgoing() as it, shown(it) as show:
        it.twin.faults.add("drop_after", "sendMessage")
        await show.first()
        await show.say("More")
        await show.time.advance(10)
        assert (show.calls, show.preview.message_id) == (["It is done."], None)
        assert show.preview.failures == 1


async def test_a_first_message_that_was_refused_for_now_is_sent_later() -> None:
    async with outgoing() as it, shown(it) as show:
        it.twin.faults.add("429", "sendMessage", retry_after=3)
        await show.first()
        await show.time.advance(3.5)
        await show.seen(2)
        assert it.anna.chat.texts == ["It is done."]


async def test_nobody_to_see_it_ends_it_without_a_word() -> None:
    async with outgoing() as it, shown(it) as show:
        await it.anna.block()
        await show.first()
        await show.say("More")
        await show.time.advance(10)
        assert (len(show.calls), show.preview.failures) == (1, 1)


async def test_a_preview_somebody_deleted_is_left_alone() -> None:
    async with outgoing() as it, shown(it) as show:
        await show.first()
        await it.sender.delete(it.place, show.known[0])
        await show.say("More")
        await show.time.advance(1.5)
        await show.seen(3)
        await show.say(" text")
        await show.time.advance(10)
        assert len(it.twin.calls) == 3


async def test_trouble_of_the_listener_is_counted_not_raised() -> None:
    async def fail(_message_id: int) -> None:
        raise StorageUnavailable("full", "no space")

    async with outgoing() as it, shown(it, on_message=fail) as show:
        await show.first()
        await show.say("More")
        await show.time.advance(1.5)
        await show.seen(2)
        assert it.anna.chat.texts == ["It is done. More"]
        assert show.preview.failures == 1


async def test_a_renderer_that_fails_does_not_fail_the_turn(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def fail(text: str) -> tuple[Words, ...]:
        raise LookupError(text)

    async with outgoing() as it, shown(it, render=fail) as show:
        await show.say(SENTENCE)
        await show.time.advance(10)
        await show.say(SENTENCE)
        await show.preview.close()
        assert show.calls == []
    assert [record.levelno for record in caplog.records] == [logging.ERROR]


async def test_a_final_of_another_turn_comes_before_it() -> None:
    async with outgoing() as it, shown(it) as show:
        await show.first()
        async with asyncio.TaskGroup() as group:
            finals = [group.create_task(it.sender.send(it.place, Words(f"{n}"))) for n in range(6)]
            await show.seen(3)
            await show.say("More")
            await show.time.run(asyncio.gather(*finals))
        texts = it.anna.chat.texts
        assert texts == ["It is done.", *"012345"]
        await show.time.advance(5)
        await show.seen(8)
        assert it.anna.chat.texts[0] == "It is done. More"


async def test_it_does_not_start_while_an_earlier_final_is_on_its_way() -> None:
    async with outgoing() as it, shown(it) as show:
        slow = it.twin.faults.add("slow", "sendMessage")
        async with asyncio.TaskGroup() as group:
            group.create_task(it.sender.send(it.place, Words("Final")))
            await slow.hit()
            await show.say(SENTENCE)
            await show.time.advance(5)
            assert show.calls == ["Final"]
            slow.release()
        await show.time.advance(0.5)
        await show.seen(2)
        assert it.anna.chat.texts == ["Final", "It is done."]


async def test_many_previews_keep_within_the_flood_budget() -> None:
    async with outgoing() as it:
        it.twin.flood.on = True
        team: Group = it.twin.group("Team", owner=it.anna)
        async with shown(it, team) as show:
            await show.first()
            for _ in range(60):
                await show.say("More words. ")
                await show.time.advance(1)
                async with asyncio.timeout(5):
                    while show.preview._calling.locked():  # noqa: ASYNC110
                        await asyncio.sleep(0)
            await show.preview.close()
        assert it.twin.flood.refused == 0
        assert 12 <= len(it.twin.calls) <= 16
