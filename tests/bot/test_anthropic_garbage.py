"""Servers that send what no API sends: every answer ends, as bad output or as broken off."""

import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from aiohttp import web
from anthropic import AsyncAnthropic

from bot.llm.anthropic_model import AnthropicModel
from bot.llm.anthropic_provider import client
from bot.llm.endpoint import Endpoint
from bot.settings import Llm
from memory_core.errors import AnswerInterrupted, BadOutput
from memory_core.model import Prompt
from memory_core.testing import FakeClock

STREAMS = 60
START: dict[str, Any] = {
    "type": "message_start",
    "message": {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "m",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    },
}
EVENTS: list[Any] = [
    START,
    {"type": "message_start"},
    {"type": "message_start", "message": None},
    {"type": "message_start", "message": {"content": None}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_start", "index": 0},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use"}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "hi"}},
    {"type": "content_block_delta", "index": 7, "delta": {"type": "text_delta", "text": "hi"}},
    {"type": "content_block_delta", "index": "0", "delta": {"type": "text_delta"}},
    {"type": "content_block_delta", "index": 0, "delta": None},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta"}},
    {"type": "content_block_stop", "index": 3},
    {"type": "content_block_stop"},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": None},
    {"type": "message_delta"},
    {"type": "message_stop"},
    {"type": "nonsense"},
    {"type": None},
    {},
    [],
    5,
    None,
    "text",
]
"""Events as they come, and as no one should send them."""


class Babbler:
    """A server that answers every request with ``body``."""

    def __init__(self) -> None:
        self.body = b""

    async def answer(self, _request: web.Request) -> web.Response:
        return web.Response(body=self.body, content_type="text/event-stream")

    @asynccontextmanager
    async def serve(self) -> AsyncIterator[str]:
        app = web.Application()
        app.router.add_post("/v1/messages", self.answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
        await runner.cleanup()


async def test_any_mixture_of_events_ends_as_trouble_of_the_model() -> None:
    seed = random.randrange(10**6)  # noqa: S311 - a dice
    print("seed", seed)
    chance, server = random.Random(seed), Babbler()  # noqa: S311
    async with server.serve() as url, client(Llm(base_url=url), read_s=5) as sdk:
        for _ in range(STREAMS):
            events = [START] * chance.randint(0, 1) + chance.choices(
                EVENTS, k=chance.randint(0, 6)
            )
            server.body = b"".join(map(_encoded, events))
            with pytest.raises((BadOutput, AnswerInterrupted)):
                await _model(sdk).answer(Prompt(system="s", question="q"), _ignore)


def _encoded(event: Any) -> bytes:
    name = event.get("type") if isinstance(event, dict) else None
    return f"event: {name or 'message_stop'}\ndata: {json.dumps(event)}\n\n".encode()


def _model(sdk: AsyncAnthropic) -> AnthropicModel:
    endpoint = Endpoint(FakeClock(), _no_pause)
    return AnthropicModel(sdk, endpoint, model="m", max_tokens=5, first_token_timeout_s=5)


async def _no_pause(_seconds: float) -> None:
    """Pauses take no time."""


async def _ignore(_piece: str) -> None:
    """Nobody reads it."""


async def test_a_block_that_comes_with_all_its_text_at_once_is_heard() -> None:
    block = {"type": "text", "text": "All at once."}
    end = {"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {}}
    server, heard = Babbler(), list[str]()
    server.body = b"".join(
        map(
            _encoded,
            [
                START,
                {"type": "content_block_start", "index": 0, "content_block": block},
                {"type": "content_block_stop", "index": 0},
                end | {"usage": {"output_tokens": 3}},
                {"type": "message_stop"},
            ],
        )
    )

    async def hear(piece: str) -> None:
        heard.append(piece)

    async with server.serve() as url, client(Llm(base_url=url), read_s=5) as sdk:
        await _model(sdk).answer(Prompt(system="s", question="q"), hear)
    assert heard == ["All at once."]
