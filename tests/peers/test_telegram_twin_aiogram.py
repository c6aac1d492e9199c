"""aiogram against the twin: main paths, and how each failure arrives."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
from aiogram import Bot, Dispatcher, F
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.exceptions import (
    ClientDecodeError,
    TelegramBadRequest,
    TelegramConflictError,
    TelegramForbiddenError,
    TelegramMigrateToChat,
    TelegramNetworkError,
    TelegramNotFound,
    TelegramRetryAfter,
    TelegramServerError,
    TelegramUnauthorizedError,
)
from aiogram.methods import GetUpdates, SendRichMessage
from aiogram.types import (
    BotCommand,
    BotCommandScopeAllGroupChats,
    BufferedInputFile,
    CallbackQuery,
    ChatMemberOwner,
    InaccessibleMessage,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InlineQueryResultArticle,
    InputRichMessage,
    InputTextMessageContent,
    Message,
    MessageEntity,
    MessageOriginUser,
    ReplyParameters,
    Update,
)

from tests.peers.telegram import BotApiTwin, Group, Person

# The server still sends these from before 2016.
UNDOCUMENTED = {"new_chat_member", "new_chat_participant"}

UNDO = InlineKeyboardMarkup(
    inline_keyboard=[[InlineKeyboardButton(text="Undo", callback_data="undo:1")]]
)


@pytest.fixture
async def bot(twin: BotApiTwin) -> AsyncIterator[Bot]:
    session = AiohttpSession(api=TelegramAPIServer.from_base(twin.base_url), timeout=5)
    yield Bot(twin.token, session=session)
    # Not session.close(): that sleeps a quarter of a second for TLS, which is not used here.
    await (await session.create_session()).close()


@pytest.fixture
async def anna(twin: BotApiTwin) -> Person:
    anna = twin.person("Anna", language="en")
    await anna.start()
    return anna


@pytest.fixture
async def forum(twin: BotApiTwin, anna: Person) -> Group:
    return twin.group("Forum", owner=anna, forum=True)


async def test_every_story_parses_strictly(twin: BotApiTwin, anna: Person, forum: Group) -> None:
    bob = twin.person("Bob")
    channel = twin.channel("News", owner=anna, group=forum)
    await forum.add(bob, by=anna)
    said = await bob.say("hello 😀", chat=forum, topic=7, mention=anna)
    await anna.say("why?", chat=forum, topic=7, reply_to=said, quote="hello")
    await anna.say("as admin", chat=forum, anonymous=True)
    await said.edit("hello!")
    await anna.forward(said, comment="look", hidden=True)
    await anna.forward(said)
    await anna.say("what?", reply_to=said)
    await anna.send_album([b"\xff\xd8\xff", b"\xff\xd8\xff"], caption="two")
    await anna.send_document(b"x", "x.pdf", "application/pdf")
    await channel.publish("post")
    await forum.promote_bot(anna)
    await forum.mute_bot(anna)
    await forum.pin(said, anna)
    await forum.open_topic("Ops", anna)
    await anna.block()
    await anna.unblock()
    await anna.inline("query")
    twin.updates.allowed = frozenset({"message_reaction", "chat_member"})
    await anna.react(said, "👍")
    await forum.remove(bob, by=anna)

    updates = [Update.model_validate(update.body()) for update in twin.updates.history]

    assert len(updates) == 24
    for update, sent in zip(updates, twin.updates.history, strict=True):
        assert update.event_type == sent.kind
        assert set(update.event.model_extra or {}) <= UNDOCUMENTED
    origins = [u.message.forward_origin for u in updates if u.message]
    assert sum(isinstance(origin, MessageOriginUser) for origin in origins) == 1


async def test_a_bot_answers_in_the_topic_it_was_asked_in(
    twin: BotApiTwin, bot: Bot, anna: Person, forum: Group
) -> None:
    dispatcher = Dispatcher()

    @dispatcher.message(F.text == "ping")
    async def answer(message: Message) -> None:
        await message.answer("pong", reply_markup=UNDO)

    @dispatcher.callback_query()
    async def undo(query: CallbackQuery) -> None:
        await query.answer("undone")

    async with asyncio.TaskGroup() as group:
        group.create_task(
            dispatcher.start_polling(bot, handle_signals=False, close_bot_session=False)
        )
        await anna.say("ping", chat=forum, topic=7)
        message = await forum.next_from_bot()
        click = await anna.click(message, "Undo")
        answered = await click.answered()
        await twin.wait_until(lambda: not twin.updates_pending)
        await dispatcher.stop_polling()

    assert (message.shown, message.topic, message.labels) == ("pong", 7, ["Undo"])
    assert answered["text"] == "undone"
    assert [update.deliveries for update in twin.updates.history] == [1, 1, 1]
    assert twin.updates.allowed == frozenset({"message", "callback_query"})


async def test_sending_editing_and_deleting(twin: BotApiTwin, bot: Bot, anna: Person) -> None:
    bold = MessageEntity(type="bold", offset=0, length=2)
    sent = await bot.send_message(
        anna.id, "😀 hi", entities=[bold], reply_markup=UNDO, parse_mode=None
    )
    edited = await bot.edit_message_text("bye", chat_id=anna.id, message_id=sent.message_id)
    typing = await bot.send_chat_action(anna.id, "typing")
    draft = await bot.send_message_draft(anna.id, draft_id=1, text="wor", can_stop=True)
    deleted = await bot.delete_message(anna.id, sent.message_id)

    assert sent.entities
    assert sent.entities[0].model_dump() == bold.model_dump()
    assert isinstance(edited, Message)
    assert edited.edit_date
    assert (typing, draft, deleted) == (True, True, True)
    assert anna.chat.from_bot[0].deleted
    assert [action.name for action in anna.chat.actions] == ["typing"]
    assert twin.calls_of("sendMessage")[0].params["entities"] == [
        {"type": "bold", "offset": 0, "length": 2}
    ]


async def test_files_go_both_ways(bot: Bot, anna: Person) -> None:
    upload = BufferedInputFile(b"a;b\n", filename="числа.csv")
    sent = await bot.send_document(anna.id, upload, caption="<i>all</i>", parse_mode="HTML")
    assert sent.document
    assert sent.document.file_name == "числа.csv"
    assert sent.caption_entities
    found = await bot.download(sent.document.file_id)
    assert found
    assert found.read() == b"a;b\n"


async def test_profiles_menus_and_members(
    twin: BotApiTwin, bot: Bot, anna: Person, forum: Group
) -> None:
    me = await bot.get_me()
    commands = [BotCommand(command="ask", description="Ask")]
    await bot.set_my_commands(commands, scope=BotCommandScopeAllGroupChats())
    await bot.set_my_description("A bot")
    await bot.set_my_short_description("A bot", language_code="zh")
    chat = await bot.get_chat(forum.id)
    member = await bot.get_chat_member(forum.id, anna.id)
    admins = await bot.get_chat_administrators(forum.id)
    info = await bot.get_webhook_info()

    assert (me.username, me.can_read_all_group_messages) == ("dbridge_bot", True)
    assert twin.menu_for(anna, forum)[0]["command"] == "ask"
    assert chat.is_forum
    assert isinstance(member, ChatMemberOwner)
    assert [admin.user.id for admin in admins] == [anna.id]
    assert info.url == ""
    found = await bot.get_my_commands(BotCommandScopeAllGroupChats())
    assert [command.command for command in found] == ["ask"]


async def test_inline_queries(bot: Bot, anna: Person) -> None:
    inline = await anna.inline("what?")
    content = InputTextMessageContent(message_text="…")
    article = InlineQueryResultArticle(id="1", title="Ask", input_message_content=content)
    await bot.answer_inline_query(inline.id, [article], cache_time=0, is_personal=True)
    assert [result["title"] for result in await inline.answered()] == ["Ask"]


async def test_a_tap_on_a_deleted_message_is_inaccessible(
    twin: BotApiTwin, bot: Bot, anna: Person
) -> None:
    sent = await bot.send_message(anna.id, "x", reply_markup=UNDO)
    await bot.delete_message(anna.id, sent.message_id)
    await anna.click(anna.chat.from_bot[0], "Undo")
    update = Update.model_validate(twin.updates.history[-1].body())
    assert update.callback_query
    assert isinstance(update.callback_query.message, InaccessibleMessage)


async def test_refusals_have_types(twin: BotApiTwin, bot: Bot, anna: Person, forum: Group) -> None:
    small = twin.group("Small", owner=anna, small=True)
    big = await small.migrate()
    with pytest.raises(TelegramMigrateToChat) as moved:
        await bot.send_message(small.id, "x")
    assert moved.value.migrate_to_chat_id == big.id
    with pytest.raises(TelegramBadRequest, match="message text is empty"):
        await bot.send_message(anna.id, "")
    with pytest.raises(TelegramBadRequest, match="can't parse entities"):
        await bot.send_message(anna.id, "<b>", parse_mode="HTML")
    with pytest.raises(TelegramBadRequest, match="message thread not found"):
        await bot.send_message(forum.id, "x", message_thread_id=99)
    with pytest.raises(TelegramBadRequest, match="message to be replied not found"):
        await bot.send_message(anna.id, "x", reply_parameters=ReplyParameters(message_id=9))
    with pytest.raises(TelegramBadRequest, match="query is too old"):
        await bot.answer_callback_query("42")
    with pytest.raises(TelegramNotFound):
        await bot(SendRichMessage(chat_id=anna.id, rich_message=InputRichMessage(markdown="x")))
    await anna.block()
    with pytest.raises(TelegramForbiddenError, match="bot was blocked by the user"):
        await bot.send_message(anna.id, "x")


async def test_an_identical_edit_is_a_bad_request(bot: Bot, anna: Person) -> None:
    sent = await bot.send_message(anna.id, "x")
    with pytest.raises(TelegramBadRequest, match="message is not modified"):
        await bot.edit_message_text("x", chat_id=anna.id, message_id=sent.message_id)


async def test_faults_have_types(twin: BotApiTwin, bot: Bot, anna: Person) -> None:
    twin.faults.add("429", "sendMessage", retry_after=5)
    with pytest.raises(TelegramRetryAfter) as flood:
        await bot.send_message(anna.id, "x")
    assert flood.value.retry_after == 5
    twin.faults.add("500")
    with pytest.raises(TelegramServerError):
        await bot.send_message(anna.id, "x")
    twin.faults.add("401")
    with pytest.raises(TelegramUnauthorizedError):
        await bot.send_message(anna.id, "x")
    twin.faults.add("409")
    with pytest.raises(TelegramConflictError):
        await bot(GetUpdates())
    for name in ("502", "malformed"):
        twin.faults.add(name)
        with pytest.raises(ClientDecodeError):
            await bot.send_message(anna.id, "x")
    twin.faults.add("drop_before")
    with pytest.raises(TelegramNetworkError):
        await bot.send_message(anna.id, "x")
    assert anna.chat.texts == ["x"]


async def test_a_lost_answer_looks_like_a_failed_send(
    twin: BotApiTwin, bot: Bot, anna: Person
) -> None:
    twin.faults.add("drop_after", "sendMessage")
    with pytest.raises(TelegramNetworkError):
        await bot.send_message(anna.id, "sent")
    twin.faults.add("hang_after", "sendMessage")
    with pytest.raises(TelegramNetworkError, match="Request timeout error"):
        await bot.send_message(anna.id, "sent too", request_timeout=0.05)  # type: ignore[arg-type]
    assert anna.chat.texts == ["sent", "sent too"]


async def test_a_second_instance_ends_the_poll_of_the_first(twin: BotApiTwin, bot: Bot) -> None:
    async def poll() -> bool:
        with pytest.raises(TelegramConflictError, match="only one bot instance"):
            await bot(GetUpdates(timeout=30), request_timeout=40)
        return True

    async with asyncio.TaskGroup() as group:
        first = group.create_task(poll())
        await twin.wait_until(lambda: twin.updates.polled)
        await bot(GetUpdates(offset=0))
    assert first.result()


async def test_a_missing_file_raises_an_error_that_holds_the_token(
    twin: BotApiTwin, bot: Bot, anna: Person
) -> None:
    await anna.send_document(b"x", "x.txt")
    stored = next(iter(twin.files.by_id.values()))
    stored.lost = True
    with pytest.raises(aiohttp.ClientResponseError) as missing:
        await bot.download(stored.file_id)
    assert missing.value.status == 404
    assert twin.token in str(missing.value)


async def test_one_malformed_update_spoils_its_whole_batch(
    twin: BotApiTwin, bot: Bot, anna: Person
) -> None:
    twin.updates.put("message", {"message_id": "seven"})
    await anna.say("behind it")
    for _ in range(2):
        with pytest.raises(ClientDecodeError):
            await bot(GetUpdates())
    assert twin.updates_confirmed == []


async def test_a_broken_download_is_no_telegram_error(
    twin: BotApiTwin, bot: Bot, anna: Person
) -> None:
    await anna.send_document(b"x", "x.txt")
    # One drop alone stays unseen: aiohttp repeats a GET on a connection that was open before.
    twin.faults.add("drop_before", "download", times=None)
    with pytest.raises(aiohttp.ClientConnectionError):
        await bot.download(next(iter(twin.files.by_id)))


async def test_the_wrong_token_is_unauthorized(twin: BotApiTwin) -> None:
    session = AiohttpSession(api=TelegramAPIServer.from_base(twin.base_url))
    async with Bot("654321:AAE-other", session=session) as other:
        with pytest.raises(TelegramUnauthorizedError):
            await other.get_me()
