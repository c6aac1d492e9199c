"""The connection to the Bot API. What leaves it, errors included, holds no token."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
from aiogram import Bot
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.methods import TelegramMethod
from aiogram.utils.token import TokenValidationError, validate_token

from bot.telegram import faults
from bot.telegram.errors import TelegramTrouble, TokenRefused
from bot.telegram.pace import PACE, Pace
from bot.telegram.retrying import OnFlood, Retrying
from bot.telegram.timing import RealTiming, Timing
from memory_core.errors import SettingsError

API_BASE = "https://api.telegram.org"


@asynccontextmanager
async def open_bot(
    token: str,
    api_base: str = API_BASE,
    *,
    proxy: str | None = None,
    on_flood: OnFlood = lambda _chat, _seconds: None,
    timing: Timing | None = None,
    pace: Pace = PACE,
) -> AsyncIterator[Bot]:
    """Yield a bot whose calls raise TelegramTrouble and nothing else of Telegram's.

    ``on_flood`` hears which chat Telegram wants left alone for how many seconds. Nothing is
    called yet. Raises TokenRefused for what cannot be a token.
    """
    _check(token, proxy)
    session = Session(TelegramAPIServer.from_base(api_base), token, proxy, pace)
    session.middleware(Retrying(timing or RealTiming(), on_flood, pace))
    try:
        yield Bot(token, session=session)
    finally:
        await session.close()


class Session(AiohttpSession):
    """aiogram's session with named errors, a limit for connecting and a quick end."""

    def __init__(self, api: TelegramAPIServer, token: str, proxy: str | None, pace: Pace) -> None:
        super().__init__(api=api, timeout=pace.call_s)
        self._token, self._via, self._connect_s = token, proxy, pace.connect_s

    async def create_session(self) -> aiohttp.ClientSession:
        """Return the open HTTP session."""
        if self._session is None or self._session.closed:
            connector = aiohttp.TCPConnector(**self._connector_init)
            self._session = aiohttp.ClientSession(connector=connector, proxy=self._via)
        return self._session

    async def close(self) -> None:
        """Close all connections, without aiogram's quarter of a second: aiohttp waits itself."""
        if self._session is not None:
            await self._session.close()

    async def make_request(
        self,
        bot: Bot,
        method: TelegramMethod[Any],
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> Any:
        """Make one call. Raises TelegramTrouble."""
        limit = aiohttp.ClientTimeout(
            total=self.timeout if timeout is None else timeout, sock_connect=self._connect_s
        )
        try:
            return await super().make_request(bot, method, limit)  # type: ignore[arg-type]
        except faults.RAISED as error:
            trouble: TelegramTrouble = faults.named(error, self._token)
        raise trouble

    async def stream_content(
        self,
        url: str,
        headers: dict[str, Any] | None = None,
        timeout: float = 30,  # noqa: ASYNC109
        chunk_size: int = 65_536,
        raise_for_status: bool = True,
    ) -> AsyncGenerator[bytes, None]:
        """Yield a file's bytes. Raises DownloadFailed."""
        content = super().stream_content(url, headers, int(timeout), chunk_size, raise_for_status)
        try:
            async for piece in content:
                yield piece
        except faults.RAISED as error:
            trouble: TelegramTrouble = faults.download(error, self._token)
        else:
            return
        finally:
            await content.aclose()
        raise trouble


def _check(token: str, proxy: str | None) -> None:
    try:
        validate_token(token)
    except TokenValidationError:
        raise TokenRefused("a bot token looks like 123456:ABC-DEF") from None
    if proxy is not None and not proxy.startswith(("http://", "https://")):
        raise SettingsError("telegram proxy: only http:// and https:// proxies can be used")
