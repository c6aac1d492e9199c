"""A twin per test, and a plain HTTP client that knows nothing about bots."""

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.peers.telegram import BotApiTwin

Json = dict[str, Any]


class Api:
    """`await api("sendMessage", chat_id=1, text="hi")`: status and body of the answer."""

    def __init__(self, twin: BotApiTwin, http: aiohttp.ClientSession) -> None:
        self.twin = twin
        self.http = http

    def url(self, method: str) -> str:
        return f"{self.twin.base_url}/bot{self.twin.token}/{method}"

    async def __call__(self, method: str, /, **fields: Any) -> tuple[int, Json]:
        async with self.http.post(self.url(method), json=fields) as answer:
            return answer.status, await answer.json()

    async def ok(self, method: str, /, **fields: Any) -> Any:
        status, body = await self(method, **fields)
        assert (status, body["ok"]) == (200, True), body
        return body["result"]

    async def refused(self, method: str, /, **fields: Any) -> str:
        status, body = await self(method, **fields)
        assert body["ok"] is False, body
        assert status == body["error_code"]
        return str(body["description"])


@pytest.fixture
async def twin() -> AsyncIterator[BotApiTwin]:
    async with BotApiTwin() as twin:
        yield twin


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


@pytest.fixture
def api(twin: BotApiTwin, http: aiohttp.ClientSession) -> Api:
    return Api(twin, http)
