"""What becomes of a message when Telegram, the network or the chat will not have it."""

import asyncio
import socket
from typing import Any

import pytest

from bot.telegram.buttons import Button
from bot.telegram.client import open_bot
from bot.telegram.errors import (
    AnotherInstance,
    ChatGone,
    ChatMigrated,
    FloodLimited,
    MessageGone,
    SendRefused,
    SendUncertain,
    TelegramUnreachable,
    TokenRefused,
    WebhookActive,
)
from bot.telegram.methods import GetRawUpdates
from bot.telegram.places import Place
from tests.bot.telegram.outgoing import EAGER, JumpingTime, Style, Words, outgoing
from tests.peers.telegram.clock import TwinClock

HELLO = Words("Hello 😀 you", (Style(type="bold", offset=9, length=3),))


async def test_a_message_goes_to_its_topic_as_a_reply_with_styles_and_buttons() -> None:
    async with outgoing() as it:
        forum = it.twin.group("Forum", owner=it.anna, forum=True)
        asked = await it.anna.say("hi", chat=forum, topic=7)
        rows = [[Button(text="Undo", data="undo:1"), Button(text="Docs", url="https://a.example")]]
        sent = await it.sender.send(Place(forum.id, 7), HELLO, reply_to=asked.id, buttons=rows)

        [message] = forum.from_bot
        assert (message.id, message.topic, message.reply_to) == (sent, 7, asked)
        assert (message.marked("bold"), message.buttons) == (["you"], [["Undo", "Docs"]])
        assert it.twin.dropped_entities == []


async def test_edit_document_delete_typing_and_taps() -> None:
    async with outgoing() as it:
        sent = await it.sender.send(it.place, HELLO, buttons=[[Button(text="Go", data="go")]])
        click = await it.anna.click(it.anna.chat.from_bot[0], "Go")
        assert await it.sender.answer_callback(click.id, "Went", alert=True)
        assert not await it.sender.answer_callback(click.id)
        await it.sender.edit(it.place, sent, Words("Bye"))
        file = await it.sender.document(it.place, "числа.csv", b"1;2", HELLO, reply_to=sent)
        await it.sender.typing(it.place)
        await it.sender.delete(it.place, sent)
        await it.sender.delete(it.place, sent)

        message, document = it.anna.chat.from_bot
        assert (message.shown, message.buttons, message.deleted) == ("Bye", [], True)
        assert (document.id, document.marked("bold")) == (file, ["you"])
        assert document.media["document"]["file_name"] == "числа.csv"
        assert [action.name for action in it.anna.chat.actions] == ["typing"]


async def test_429_waits_as_asked_and_sends_the_same_again() -> None:
    async with outgoing() as it:
        it.twin.faults.add("429", "sendMessage", retry_after=7, times=2)
        await it.sender.send(it.place, HELLO)

        assert it.time.slept == [7, 7]
        assert it.floods == [(it.anna.id, 7), (it.anna.id, 7)]
        first, second, third = it.sent
        assert first == second == third
        assert it.anna.chat.texts == [HELLO.text]


async def test_429_beyond_reason_is_left_to_the_caller() -> None:
    async with outgoing() as it:
        it.twin.faults.add("429", "sendMessage", retry_after=3600)
        with pytest.raises(FloodLimited) as flood:
            await it.sender.send(it.place, HELLO)
        assert (flood.value.retry_after, it.time.slept) == (3600, [])
        assert it.floods == [(it.anna.id, 3600)]


async def test_a_chat_that_must_wait_does_not_delay_another() -> None:
    async with outgoing() as it:
        bob = it.twin.person("Bob")
        await bob.start()
        waiting, go = asyncio.Event(), asyncio.Event()

        async def held(seconds: float) -> None:
            assert seconds == 60
            waiting.set()
            await go.wait()

        it.time.sleep = held  # type: ignore[method-assign]
        it.twin.faults.add("429", "sendMessage", chat_id=it.anna.id, retry_after=60)
        async with asyncio.TaskGroup() as group:
            group.create_task(it.sender.send(it.place, HELLO))
            await waiting.wait()
            await it.sender.send(Place(bob.id), HELLO)
            assert (bob.chat.texts, it.anna.chat.texts) == ([HELLO.text], [])
            go.set()
        assert it.anna.chat.texts == [HELLO.text]


@pytest.mark.parametrize(
    ("fault", "arrived"),
    [
        ("500", False),
        ("502", False),
        ("drop_before", False),
        ("drop_after", True),
        ("malformed", True),
        ("hang", False),
        ("hang_after", True),
    ],
)
async def test_a_message_whose_answer_is_lost_is_not_sent_again(fault: Any, arrived: bool) -> None:
    async with outgoing(EAGER) as it:
        it.twin.faults.add(fault, "sendMessage")
        with pytest.raises(SendUncertain):
            await it.sender.send(it.place, HELLO)
        assert len(it.sent) == 1
        assert it.anna.chat.texts == [HELLO.text] * arrived
        await it.sender.send(it.place, Words("next"))
        assert it.anna.chat.texts[-1] == "next"


@pytest.mark.parametrize(
    "fault", ["500", "502", "drop_before", "drop_after", "malformed", "hang", "hang_after"]
)
async def test_an_edit_whose_answer_is_lost_is_made_again(fault: Any) -> None:
    async with outgoing(EAGER) as it:
        sent = await it.sender.send(it.place, HELLO)
        it.twin.faults.add(fault, "editMessageText")
        await it.sender.edit(it.place, sent, Words("Bye"))
        assert it.anna.chat.texts == ["Bye"]
        assert len(it.twin.calls_of("editMessageText")) == 2


async def test_the_other_harmless_calls_are_made_again_too() -> None:
    async with outgoing() as it:
        sent = await it.sender.send(it.place, HELLO, buttons=[[Button(text="Go", data="go")]])
        click = await it.anna.click(it.anna.chat.from_bot[0], "Go")
        it.twin.faults.add("502", "answerCallbackQuery")
        it.twin.faults.add("drop_after", "deleteMessage")
        it.twin.faults.add("malformed", "getMe", times=5)
        assert await it.sender.answer_callback(click.id)
        await it.sender.delete(it.place, sent)
        assert (await it.bot.get_me()).username == "dbridge_bot"
        assert it.anna.chat.from_bot[0].deleted


async def test_repeating_ends_when_nothing_helps() -> None:
    async with outgoing() as it:
        it.twin.faults.add("500", "getMe", times=None)
        with pytest.raises(TelegramUnreachable):
            await it.bot.get_me()
        assert it.time.slept == [0.5, 1, 2, 4, 8]


async def test_what_was_never_sent_is_sent_again_when_the_server_is_back() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    time = JumpingTime(clock=TwinClock())
    token = "123456:" + "A" * 35
    async with open_bot(token, f"http://127.0.0.1:{port}", timing=time) as bot:
        with pytest.raises(TelegramUnreachable, match="Cannot connect"):
            await bot.send_message(1, "hi")
    assert time.slept == [0.5, 1, 2, 4, 8]


async def test_a_deleted_question_does_not_stop_the_answer() -> None:
    async with outgoing() as it:
        asked = await it.anna.say("hi")
        await asked.delete()
        await it.sender.send(it.place, HELLO, reply_to=asked.id)
        reply = {"message_id": asked.id}
        await it.bot.send_message(it.anna.id, "by hand", reply_parameters=reply)  # type: ignore[arg-type]
        assert it.anna.chat.texts == [HELLO.text, "by hand"]


async def test_a_deleted_topic_does_not_stop_the_answer() -> None:
    async with outgoing() as it:
        forum = it.twin.group("Forum", owner=it.anna, forum=True)
        await it.anna.say("hi", chat=forum, topic=7)
        await forum.delete_topic(7)
        await it.sender.send(Place(forum.id, 7), HELLO)
        await it.sender.document(Place(forum.id, 7), "a.txt", b"a", "file")
        assert [(message.shown, message.topic) for message in forum.from_bot] == [
            (HELLO.text, None),
            ("file", None),
        ]


async def test_styles_telegram_does_not_take_are_left_out() -> None:
    async with outgoing() as it:
        wrong = (Style(type="blink", offset=0, length=2),)
        await it.sender.send(it.place, Words("Hello", wrong))
        await it.sender.document(it.place, "a.txt", b"a", Words("World", wrong))
        await it.bot.send_message(it.anna.id, "<b>!", parse_mode="HTML")
        assert it.anna.chat.texts == ["Hello", "World", "<b>!"]
        assert len(it.sent) == 4


async def test_an_edit_that_changes_nothing_is_fine() -> None:
    async with outgoing() as it:
        sent = await it.sender.send(it.place, HELLO)
        await it.sender.edit(it.place, sent, HELLO)
        assert len(it.twin.calls_of("editMessageText")) == 1


async def test_an_edit_of_a_deleted_message_says_so() -> None:
    async with outgoing() as it:
        sent = await it.sender.send(it.place, HELLO)
        await it.sender.delete(it.place, sent)
        with pytest.raises(MessageGone):
            await it.sender.edit(it.place, sent, Words("Bye"))


async def test_a_migrated_group_tells_its_new_id() -> None:
    async with outgoing() as it:
        small = it.twin.group("Small", owner=it.anna, small=True)
        big = await small.migrate()
        with pytest.raises(ChatMigrated) as moved:
            await it.sender.send(Place(small.id), HELLO)
        assert moved.value.new_chat_id == big.id


async def test_chats_that_cannot_be_reached_are_gone() -> None:
    async with outgoing() as it:
        group = it.twin.group("Team", owner=it.anna)
        await group.remove_bot(it.anna)
        await it.anna.block()
        silent = it.twin.person("Silent")
        it.twin.group("Other", owner=silent)

        async def why(chat_id: int) -> str:
            with pytest.raises(ChatGone) as gone:
                await it.sender.send(Place(chat_id), HELLO)
            return gone.value.reason

        assert await why(it.anna.id) == "bot was blocked by the user"
        assert await why(group.id) == "bot was kicked from the supergroup chat"
        assert await why(silent.id) == "bot can't initiate conversation with a user"
        assert await why(42) == "chat not found"


@pytest.mark.parametrize("text", ["", " ", "x" * 4097])
async def test_what_telegram_never_takes_is_refused(text: str) -> None:
    async with outgoing() as it:
        with pytest.raises(SendRefused, match=r"empty|too long"):
            await it.sender.send(it.place, Words(text))
        assert it.time.slept == []


async def test_a_body_that_is_too_large_is_refused_at_once() -> None:
    async with outgoing() as it:
        it.twin.faults.add("error", code=413, description="Request Entity Too Large")
        with pytest.raises(SendRefused) as refusal:
            await it.sender.document(it.place, "a", b"a", HELLO)
        assert (refusal.value.code, len(it.twin.calls)) == (413, 1)


async def test_operators_hear_of_tokens_and_of_second_instances() -> None:
    async with outgoing() as it:
        it.twin.faults.add("401")
        with pytest.raises(TokenRefused):
            await it.bot.get_me()
        it.twin.faults.add("409")
        with pytest.raises(AnotherInstance):
            await it.bot(GetRawUpdates())
        await it.bot.set_webhook("http://127.0.0.1:9/hook")
        with pytest.raises(WebhookActive):
            await it.bot(GetRawUpdates())


@pytest.mark.parametrize("fault", ["500", "502", "drop_before", "malformed"])
async def test_polling_is_not_repeated_behind_the_back_of_its_loop(fault: Any) -> None:
    async with outgoing() as it:
        it.twin.faults.add(fault, "getUpdates")
        with pytest.raises(TelegramUnreachable):
            await it.bot(GetRawUpdates())
        assert it.time.slept == []


async def test_updates_come_raw_even_malformed_ones() -> None:
    async with outgoing() as it:
        it.twin.updates.put("message", {"message_id": "seven"})
        await it.anna.say("behind it")
        start, broken, good = await it.bot(GetRawUpdates(timeout=0))
        assert start["message"]["text"] == "/start"
        assert broken["message"] == {"message_id": "seven"}
        assert good["message"]["text"] == "behind it"


async def test_cancelling_passes() -> None:
    async with outgoing() as it:
        fault = it.twin.faults.add("hang", "sendMessage")
        async with asyncio.TaskGroup() as group:
            call = group.create_task(it.sender.send(it.place, HELLO))
            await fault.hit()
            call.cancel()
        assert call.cancelled()


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": " ", "data": "a"},
        {"text": "a"},
        {"text": "a", "data": "a", "url": "https://a.example"},
        {"text": "a", "data": ""},
        {"text": "a", "data": "中" * 22},
    ],
)
def test_buttons_telegram_would_refuse_cannot_be_made(wrong: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="button"):
        Button(**wrong)
