"""Edits, keyboards, callbacks, deletions, files, menus."""

import io

import aiohttp
import pytest

from tests.peers.conftest import Api
from tests.peers.telegram import BotApiTwin, Person

NO_BUTTON = "can't parse inline keyboard button: "
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x08\x00\x00\x00\x04\x08\x02\x00\x00\x00"


@pytest.fixture
async def anna(twin: BotApiTwin) -> Person:
    anna = twin.person("Anna")
    await anna.start()
    return anna


def keys(*labels: str) -> dict[str, object]:
    return {"inline_keyboard": [[{"text": label, "callback_data": label} for label in labels]]}


async def test_an_edit_without_the_keyboard_removes_it(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    sent = await api.ok(
        "sendMessage", chat_id=anna.id, text="one", reply_markup=keys("Undo", "Keep")
    )
    message = await anna.chat.next_from_bot()
    assert message.buttons == [["Undo", "Keep"]]

    edited = await api.ok(
        "editMessageText", chat_id=anna.id, message_id=sent["message_id"], text="two"
    )

    assert message.shown == "two"
    assert message.buttons == []
    assert message.edited
    assert message.revisions[0].text == "one"
    assert message.revisions[0].buttons == [["Undo", "Keep"]]
    assert edited["edit_date"] >= sent["date"]
    assert all(update.kind != "edited_message" for update in twin.updates.history)


async def test_an_edit_that_changes_nothing_is_refused(api: Api, anna: Person) -> None:
    sent = await api.ok("sendMessage", chat_id=anna.id, text="<b>one</b>", parse_mode="HTML")
    where = {"chat_id": anna.id, "message_id": sent["message_id"]}
    same = {**where, "text": "one ", "entities": [{"type": "bold", "offset": 0, "length": 3}]}
    found = await api.refused("editMessageText", **same)
    assert found == (
        "Bad Request: message is not modified: specified new message content and reply markup "
        "are exactly the same as a current content and reply markup of the message"
    )
    assert await api.refused("editMessageReplyMarkup", **where) == found
    await api.ok("editMessageText", **where, text="one")
    await api.ok("editMessageReplyMarkup", **where, reply_markup=keys("Undo"))


async def test_edits_that_are_refused(twin: BotApiTwin, api: Api, anna: Person) -> None:
    asked = await anna.say("mine")
    sent = await api.ok("sendMessage", chat_id=anna.id, text="yours")
    document = await api.ok("sendDocument", chat_id=anna.id, document=_stored(twin))
    await api.ok("deleteMessage", chat_id=anna.id, message_id=sent["message_id"])

    async def edit(message_id: int) -> str:
        where = {"chat_id": anna.id, "message_id": message_id}
        return await api.refused("editMessageText", **where, text="other")

    assert await edit(sent["message_id"]) == "Bad Request: message to edit not found"
    assert await edit(asked.id) == "Bad Request: message can't be edited"
    assert (
        await edit(document["message_id"])
        == "Bad Request: there is no text in the message to edit"
    )
    assert (
        await api.refused("editMessageText", chat_id=anna.id, text="other")
        == "Bad Request: message identifier is not specified"
    )


def _stored(twin: BotApiTwin) -> str:
    return twin.files.add(b"abc", name="a.txt", mime="text/plain").file_id


@pytest.mark.parametrize(
    ("markup", "why"),
    [
        (keys("x" * 65), "BUTTON_DATA_INVALID"),
        (keys("é" * 33), "BUTTON_DATA_INVALID"),
        ({"inline_keyboard": [[{"text": "a", "callback_data": ""}]]}, "BUTTON_DATA_INVALID"),
        (
            {"inline_keyboard": [[{"text": "a"}]]},
            f"{NO_BUTTON}Text buttons are unallowed in the inline keyboard",
        ),
        (
            {"inline_keyboard": [{"text": "a", "callback_data": "a"}]},
            'field "inline_keyboard" must be an Array of Arrays',
        ),
        ({"inline_keyboard": [[{"text": " ", "callback_data": "a"}]]}, "BUTTON_TEXT_INVALID"),
        (keys(*map(str, range(101))), "reply markup is too long"),
        ([], "object expected as reply markup"),
    ],
)
async def test_keyboards_that_are_refused(
    api: Api, anna: Person, markup: object, why: str
) -> None:
    found = await api.refused("sendMessage", chat_id=anna.id, text="x", reply_markup=markup)
    assert found == f"Bad Request: {why}"


async def test_callback_data_may_have_64_bytes(api: Api, anna: Person) -> None:
    await api.ok("sendMessage", chat_id=anna.id, text="x", reply_markup=keys("é" * 32))


async def test_a_tap_is_answered_once_and_in_time(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    await api.ok("sendMessage", chat_id=anna.id, text="x", reply_markup=keys("Undo"))
    message = await anna.chat.next_from_bot()
    tap, late = await anna.click(message, "Undo"), await anna.click(message, data="forged")
    payload = twin.updates.history[-2].payload

    await api.ok("answerCallbackQuery", callback_query_id=payload["id"], text="done")
    again = await api.refused("answerCallbackQuery", callback_query_id=payload["id"])
    twin.clock.advance(60)
    expired = await api.refused("answerCallbackQuery", callback_query_id=late.id)

    assert payload["data"] == "Undo"
    assert payload["message"]["reply_markup"]["inline_keyboard"][0][0]["text"] == "Undo"
    assert (await tap.answered())["text"] == "done"
    assert again == expired
    assert again == (
        "Bad Request: query is too old and response timeout expired or query ID is invalid"
    )


async def test_a_tap_on_a_deleted_message_names_it_only(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    sent = await api.ok("sendMessage", chat_id=anna.id, text="x", reply_markup=keys("Undo"))
    await api.ok("deleteMessage", chat_id=anna.id, message_id=sent["message_id"])
    await anna.click(anna.chat.from_bot[0], "Undo")
    shown = twin.updates.history[-1].payload["message"]
    assert (shown["message_id"], shown["date"]) == (sent["message_id"], 0)
    assert "text" not in shown


async def test_deletions_want_the_right_and_end_after_two_days(
    twin: BotApiTwin, api: Api, anna: Person
) -> None:
    group = twin.group("Team", members=[anna])
    hers = await anna.say("hello", chat=group)
    own = await api.ok("sendMessage", chat_id=group.id, text="hi")

    async def delete(message_id: int) -> str:
        return await api.refused("deleteMessage", chat_id=group.id, message_id=message_id)

    assert await delete(hers.id) == "Bad Request: message can't be deleted"
    assert await delete(999) == "Bad Request: message to delete not found"
    twin.clock.advance(49 * 3600)
    assert await delete(own["message_id"]) == (
        "Bad Request: message can't be deleted for everyone"
    )
    await group.promote_bot(anna)
    await api.ok("deleteMessage", chat_id=group.id, message_id=hers.id)
    assert hers.deleted


async def test_uploads_come_back_as_files(api: Api, twin: BotApiTwin, anna: Person) -> None:
    sent = await anna.send_document(b"select 1", "q.sql", "text/x-sql", caption="run /this")
    payload = twin.updates.history[-1].payload
    assert payload["document"]["file_name"] == "q.sql"
    assert payload["caption_entities"] == [{"type": "bot_command", "offset": 4, "length": 5}]
    found = await api.ok("getFile", file_id=payload["document"]["file_id"])
    url = f"{twin.base_url}/file/bot{twin.token}/{found['file_path']}"
    async with api.http.get(url) as answer:
        assert await answer.read() == b"select 1"
    twin.files.by_id[found["file_id"]].lost = True
    async with api.http.get(url) as answer:
        assert answer.status == 404
    assert sent.shown == "run /this"


async def test_files_that_are_refused(twin: BotApiTwin, api: Api, anna: Person) -> None:
    await anna.send_document(b"x", "big.zip", size=30 * 1024 * 1024)
    big = twin.updates.history[-1].payload["document"]["file_id"]
    assert await api.refused("getFile", file_id=big) == "Bad Request: file is too big"
    assert (
        await api.refused("getFile", file_id="nonsense")
        == "Bad Request: wrong file_id or the file is temporarily unavailable"
    )
    assert (
        await api.refused("sendDocument", chat_id=anna.id)
        == "Bad Request: there is no document in the request"
    )
    assert (
        await api.refused("sendPhoto", chat_id=anna.id, photo=_stored(twin))
        == "Bad Request: IMAGE_PROCESS_FAILED"
    )
    long = {"document": _stored(twin), "caption": "x" * 1025}
    assert (
        await api.refused("sendDocument", chat_id=anna.id, **long)
        == "Bad Request: message caption is too long"
    )


async def test_uploads_end_at_fifty_megabytes(api: Api, anna: Person) -> None:
    form = aiohttp.FormData({"chat_id": str(anna.id)})
    form.add_field("document", io.BytesIO(bytes(50 * 1024 * 1024 + 1)), filename="big.bin")
    async with api.http.post(api.url("sendDocument"), data=form) as answer:
        assert answer.status == 413
        assert (await answer.json())["description"] == "Request Entity Too Large"


async def test_a_photo_has_sizes(twin: BotApiTwin, api: Api, anna: Person) -> None:
    stored = twin.files.add(PNG, name="chart.png", mime="image/png")
    sent = await api.ok("sendPhoto", chat_id=anna.id, photo=stored.file_id, caption="*x*")
    assert [(size["width"], size["height"]) for size in sent["photo"]][-1] == (8, 4)
    assert sent["caption"] == "*x*"


async def test_menus_go_by_scope_and_language(twin: BotApiTwin, api: Api, anna: Person) -> None:
    chinese = twin.person("Li", language="zh")
    group = twin.group("Team", owner=anna, members=[chinese])

    async def menu(name: str, **where: object) -> None:
        commands = [{"command": name, "description": name}]
        await api.ok("setMyCommands", commands=commands, **where)

    await menu("any")
    await menu("any_zh", language_code="zh")
    await menu("groups", scope={"type": "all_group_chats"})
    await menu("admins", scope={"type": "all_chat_administrators"})
    await menu("own", scope={"type": "chat", "chat_id": anna.id})

    assert _names(twin, anna) == ["own"]
    assert _names(twin, chinese) == ["any_zh"]
    assert [c["command"] for c in twin.menu_for(anna, group)] == ["admins"]
    assert [c["command"] for c in twin.menu_for(chinese, group)] == ["groups"]
    await api.ok("deleteMyCommands", scope={"type": "chat", "chat_id": anna.id})
    assert _names(twin, anna) == ["any"]
    bad = [{"command": "Bad-Name", "description": "x"}]
    assert await api.refused("setMyCommands", commands=bad) == "Bad Request: BOT_COMMAND_INVALID"


def _names(twin: BotApiTwin, person: Person) -> list[str]:
    return [command["command"] for command in twin.menu_for(person, person.chat)]


async def test_inline_queries_are_answered_once(twin: BotApiTwin, api: Api, anna: Person) -> None:
    inline = await anna.inline("what is SQL?")
    article = {
        "type": "article",
        "id": "1",
        "title": "Ask",
        "input_message_content": {"message_text": "…"},
        "reply_markup": keys("Wait"),
    }
    twice = {"inline_query_id": inline.id, "results": [article, article]}
    assert await api.refused("answerInlineQuery", **twice) == "Bad Request: RESULT_ID_DUPLICATE"
    once = {"inline_query_id": inline.id, "results": [article], "cache_time": 0}
    await api.ok("answerInlineQuery", **once, is_personal=True)
    assert await api.refused("answerInlineQuery", **once)

    assert [result["title"] for result in await inline.answered()] == ["Ask"]
    assert inline.options == {"is_personal": True, "cache_time": 0}
    sent = await anna.choose(inline)
    assert twin.updates.history[-1].payload["inline_message_id"] == sent
    assert await api.ok("editMessageText", inline_message_id=sent, text="done") is True
