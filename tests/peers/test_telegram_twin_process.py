"""The twin as a process of its own: the same stories over HTTP, and the console."""

import asyncio
import sys

import aiohttp
import pytest

from tests.peers.conftest import Api
from tests.peers.telegram import BotApiTwin, TwinControl, TwinProcess
from tests.peers.telegram.console import Console
from tests.peers.telegram.process import ROOT


async def test_stories_over_http(twin: BotApiTwin, http: aiohttp.ClientSession) -> None:
    url = f"{twin.base_url}/bot{twin.token}"
    async with TwinControl(twin.base_url) as control:
        anna = await control.person("Anna", language="en")
        bob = await control.person("Bob", username="bobby")
        group = await control.group("Team", members=[anna, bob], forum=True)
        first = await anna.say("hello", chat=group, topic=7)
        await bob.say("yes", chat=group, topic=7, reply_to=first, mention=anna)
        await first.edit("hello!")

        text = {"text": "pick", "message_thread_id": 7}
        keys = {"inline_keyboard": [[{"text": "Undo", "callback_data": "u"}]]}
        await http.post(
            f"{url}/sendMessage", json={"chat_id": group.id, **text, "reply_markup": keys}
        )
        answer = await group.next_from_bot()
        click = await anna.click(answer, "Undo")
        await http.post(f"{url}/answerCallbackQuery", json={"callback_query_id": click.id})

        assert (answer.text, answer.topic, answer.buttons) == ("pick", 7, [["Undo"]])
        assert (await click.answered())["show_alert"] is False
        assert await control.wait_calls("answerCallbackQuery") == 1
        assert [call["method"] for call in await control.calls()] == [
            "sendMessage",
            "answerCallbackQuery",
        ]
        kinds = [update["kind"] for update in await control.updates()]
        assert kinds == ["message", "message", "edited_message", "callback_query"]
        said = [message.text for message in await group.messages()]
        assert said == ["hello!", "Anna yes", "pick"]


async def test_files_blocks_faults_and_time_over_http(twin: BotApiTwin) -> None:
    async with TwinControl(twin.base_url) as control:
        anna = await control.person("Anna")
        await anna.start("claim-1")
        await anna.send_document(b"a,b", "x.csv", caption="this")
        await anna.send_photo()
        await anna.block()
        await control.fault("429", "sendMessage", retry_after=3)
        await control.flood(on=True)
        await control.update("message", {"message_id": "seven"})
        before = twin.clock.now()
        await control.advance(3600)
        with pytest.raises(RuntimeError, match="blocked the bot"):
            await anna.say("hello?")
        with pytest.raises(TimeoutError):
            await anna.chat.next_from_bot(wait=0.01)

    assert twin.updates.history[0].payload["text"] == "/start claim-1"
    assert twin.files.at("documents/file_1.csv") is not None
    assert twin.users[anna.id].blocked
    assert twin.updates.history[-1].payload == {"message_id": "seven"}
    assert twin.faults.all[0].retry_after == 3
    assert twin.flood.on
    assert twin.clock.now() - before >= 3600


async def test_a_twin_in_its_own_process(http: aiohttp.ClientSession) -> None:
    async with TwinProcess() as twin:
        anna = await twin.control.person("Anna")
        await anna.say("hello")
        async with http.get(f"{twin.base_url}/bot{twin.token}/getUpdates") as answer:
            updates = (await answer.json())["result"]
        confirmed = {"offset": updates[0]["update_id"] + 1}
        await http.get(f"{twin.base_url}/bot{twin.token}/getUpdates", params=confirmed)
        assert await twin.control.wait_confirmed() == [updates[0]["update_id"]]


async def test_the_console_speaks_as_several_people(twin: BotApiTwin) -> None:
    printed: list[str] = []
    console = Console(twin, printed.append)
    for line in ("hello", "as bob zh", "in Team", "topic 7", "/new@dbridge_bot plan", "reply 1 x"):
        await console.obey(line)
    texts = [update.payload.get("text") for update in twin.updates.history]
    assert texts == ["hello", "/new@dbridge_bot plan", "x"]
    assert twin.updates.history[1].payload["message_thread_id"] == 7
    with pytest.raises(LookupError):
        await console.obey("click Undo")


async def test_the_console_prints_what_the_bot_sends_and_edits(twin: BotApiTwin, api: Api) -> None:
    printed: list[str] = []
    console = Console(twin, printed.append)
    await console.obey("hello")
    chat_id = twin.updates.history[0].payload["chat"]["id"]
    keys = {"inline_keyboard": [[{"text": "Undo", "callback_data": "u"}]]}
    sent = await api.ok("sendMessage", chat_id=chat_id, text="one", reply_markup=keys)
    console.print_news()
    where = {"chat_id": chat_id, "message_id": sent["message_id"]}
    await api.ok("editMessageText", **where, text="two")
    console.print_news()
    console.print_news()

    number = sent["message_id"]
    assert printed[1:] == [f"#{number} bot: one\n    [Undo]", f"#{number} bot edited: two"]


async def test_the_command_line_prints_how_to_start_the_bot() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.peers", "telegram",
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, _ = await process.communicate(b"hello bot\nquit\n")
    assert process.returncode == 0
    assert b"TELEGRAM_BOT_TOKEN=123456:AAE" in out
    assert b"DBRIDGE_TELEGRAM__API_BASE=http://127.0.0.1:" in out
