"""No error that leaves the client holds the token; and closing is quick and complete."""

import asyncio
import socket
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiogram import Bot

from bot.telegram.client import open_bot
from bot.telegram.errors import DownloadFailed, TelegramTrouble, TokenRefused
from bot.telegram.methods import GetRawUpdates
from bot.telegram.pace import Pace
from memory_core.errors import SettingsError
from tests.bot.telegram.outgoing import EAGER, Outgoing, outgoing

SECRET = "AAE-dbridge-loopback-twin-000000000"
TOKEN = f"123456:{SECRET}"
ONCE = Pace(back_off_s=(), call_s=0.2, passing_call_s=1)


def family(error: BaseException | None) -> Iterator[BaseException]:
    """The error and all it carries along, shown or not."""
    while error is not None:
        yield error
        yield from family(error.__cause__)
        error = error.__context__


def assert_clean(error: BaseException) -> None:
    shown = ["".join(traceback.format_exception(error))]
    for each in family(error):
        shown += [str(each), repr(each), repr(each.args), repr(vars(each))]
    assert [text for text in shown if SECRET in text] == []


async def trouble(call: Callable[[], Awaitable[Any]]) -> TelegramTrouble:
    with pytest.raises(TelegramTrouble) as raised:
        await call()
    return raised.value


@pytest.mark.parametrize(
    "fault",
    ["429", "500", "502", "409", "401", "hang", "drop_before", "drop_after", "malformed"],
)
async def test_no_fault_shows_the_token(fault: Any) -> None:
    async with outgoing(ONCE) as it:
        it.twin.faults.add(fault, times=None, retry_after=9999)
        assert_clean(await trouble(lambda: it.bot(GetRawUpdates())))
        assert_clean(await trouble(it.bot.get_me))
        assert_clean(await trouble(lambda: it.bot.send_message(it.anna.id, "hi")))


async def test_an_answer_that_quotes_the_address_is_masked() -> None:
    async with outgoing(ONCE) as it:
        for shape in (TOKEN, f"bot{TOKEN}", TOKEN.replace(":", "%3A"), f"bot123456%253A{SECRET}"):
            for code in (400, 401, 403, 404, 409, 413, 429, 500):
                words = f"The requested URL /{shape}/getMe was not found"
                it.twin.faults.add("error", code=code, description=words)
                error = await trouble(it.bot.get_me)
                assert_clean(error)
                assert "redacted" in str(error)


async def test_a_server_nobody_listens_at_shows_no_token() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    bases = [f"http://127.0.0.1:{port}", "http://no-such-host.invalid", "http://[::1", "nonsense"]
    for base in bases:
        async with open_bot(TOKEN, base, pace=ONCE) as bot:
            assert_clean(await trouble(bot.get_me))


async def test_a_proxy_that_is_down_shows_neither_token_nor_password() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        proxy = f"http://me:{SECRET}@127.0.0.1:{taken.getsockname()[1]}"
    async with open_bot(TOKEN, "http://127.0.0.1:9", proxy=proxy, pace=ONCE) as bot:
        assert_clean(await trouble(bot.get_me))


async def test_calls_go_through_the_proxy() -> None:
    seen = asyncio.Queue[bytes]()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        seen.put_nowait(await reader.readline())
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        proxy = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        async with open_bot(TOKEN, "http://far.invalid", proxy=proxy, pace=ONCE) as bot:
            assert_clean(await trouble(bot.get_me))
    assert seen.get_nowait().startswith(b"POST http://far.invalid/bot123456:")


async def test_a_missing_or_broken_file_shows_no_token() -> None:
    async with outgoing(EAGER) as it:
        await it.anna.send_document(b"x", "x.txt")
        [stored] = it.twin.files.by_id.values()
        assert (await downloaded(it, stored.file_id)) == b"x"
        it.twin.faults.add("drop_before", "download", times=None)
        broken = await trouble(lambda: it.bot.download(stored.file_id))
        it.twin.faults.clear()
        stored.lost = True
        missing = await trouble(lambda: it.bot.download(stored.file_id))
        for error in (broken, missing):
            assert_clean(error)
            assert isinstance(error, DownloadFailed)
        assert (broken.status, missing.status) == (None, 404)  # type: ignore[attr-defined]


async def downloaded(it: Outgoing, file_id: str) -> bytes:
    content = await it.bot.download(file_id)
    assert content
    return content.read()


@pytest.mark.parametrize("token", ["", "abc", "12 3:x", f"x:{SECRET}", f":{SECRET}", "123:"])
async def test_what_cannot_be_a_token_is_refused_at_once(token: str) -> None:
    with pytest.raises(TokenRefused) as raised:
        async with open_bot(token):
            pass
    assert_clean(raised.value)


async def test_a_wrong_token_is_refused_by_the_server() -> None:
    async with outgoing(token=f"654321:{SECRET}x") as it:
        error = await trouble(it.bot.get_me)
        assert isinstance(error, TokenRefused)
        assert_clean(error)


async def test_a_socks_proxy_is_a_matter_of_settings() -> None:
    with pytest.raises(SettingsError, match="proxy") as raised:
        async with open_bot(TOKEN, proxy=f"socks5://me:{SECRET}@127.0.0.1:9"):
            pass
    assert_clean(raised.value)


async def test_closing_is_quick_and_leaves_nothing_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float, result: Any = None) -> Any:
        waits.append(seconds)
        return await sleep(seconds, result)

    async with outgoing() as it:
        await it.bot.get_me()
        http = await it.bot.session.create_session()  # type: ignore[attr-defined]
        monkeypatch.setattr(asyncio, "sleep", noted)
    assert http.closed
    assert http.connector is None
    assert [seconds for seconds in waits if seconds] == []
    assert len(asyncio.all_tasks()) == 1


async def test_an_unused_bot_closes_too() -> None:
    async with unused() as bot:
        assert bot.id == 123456


@asynccontextmanager
async def unused() -> AsyncIterator[Bot]:
    async with open_bot(TOKEN) as bot:
        yield bot
