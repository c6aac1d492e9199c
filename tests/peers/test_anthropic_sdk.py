"""The real SDK at work with the twin: credentials, limits, tools, models."""

import os
from pathlib import Path
from typing import Any

import pytest
from anthropic import (
    NOT_GIVEN,
    APIConnectionError,
    BadRequestError,
    NotFoundError,
    RateLimitError,
    RequestTooLargeError,
)

from .anthropic import MessagesTwin, Reply, calls
from .sdk_client import HELLO, client, streamed


async def test_a_rate_limit_keeps_its_retry_after() -> None:
    async with MessagesTwin() as twin:
        twin.on(fault="rate_limited")
        with pytest.raises(RateLimitError) as raised:
            await streamed(twin, [])
    assert raised.value.response.headers["retry-after"] == "3600"


async def test_a_refused_connection_is_a_connection_error() -> None:
    async with MessagesTwin() as twin:
        gone = client(twin)
    async with gone:
        with pytest.raises(APIConnectionError) as raised:
            await gone.messages.create(**HELLO)
    assert raised.type is APIConnectionError


async def test_a_client_without_credentials_fails_before_it_asks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in [name for name in os.environ if name.startswith("ANTHROPIC_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))  # where the SDK looks for a profile
    async with MessagesTwin() as twin, client(twin, api_key=None) as api:
        with pytest.raises(TypeError):
            await api.messages.create(**HELLO)
    assert twin.requests == []


async def test_a_body_too_large_is_a_class_of_its_own() -> None:
    async with MessagesTwin(max_body_bytes=1000) as twin, client(twin) as api:
        with pytest.raises(RequestTooLargeError) as raised:
            await api.messages.create(**HELLO, system="x" * 2000)
    assert raised.value.status_code == 413


async def test_only_with_its_own_timeout_does_the_sdk_refuse_a_long_whole_answer() -> None:
    long: Any = HELLO | {"max_tokens": 21_334}
    async with MessagesTwin() as twin:
        async with client(twin, timeout=NOT_GIVEN) as api:
            with pytest.raises(ValueError, match="Streaming is required"):
                await api.messages.create(**long)
        assert twin.requests == []
        async with client(twin, timeout=60) as api:
            with pytest.raises(BadRequestError, match="Streaming is required"):
                await api.messages.create(**long)


@pytest.mark.parametrize("way", ["api_key", "auth_token"])
async def test_the_sdk_sends_either_credential_as_bearer(way: str) -> None:
    async with MessagesTwin() as twin:
        options = {"api_key": None} | {way: twin.api_key}
        async with client(twin, **options) as api:
            message = await api.messages.create(**HELLO)
        assert twin.requests[-1].headers["anthropic-version"] == "2026-10-21"
    assert message.stop_reason == "end_turn"


@pytest.mark.parametrize("name", ["temperature", "top_p", "top_k"])
async def test_the_sdk_has_no_sampling_parameters(name: str) -> None:
    async with MessagesTwin() as twin, client(twin) as api:
        with pytest.raises(TypeError):
            await api.messages.create(**(HELLO | {name: 1}))


async def test_the_sdk_puts_a_stream_of_text_and_a_tool_call_together() -> None:
    seen: list[str] = []
    async with MessagesTwin() as twin:
        twin.on(reply=calls("query", {"sql": "SELECT 1"}, text="Let me look"))
        message = await streamed(twin, seen)
    assert "".join(seen) == "Let me look"
    assert message.stop_reason == "tool_use"
    assert message.content[1].input == {"sql": "SELECT 1"}
    assert message.usage.input_tokens == 5
    assert message.usage.output_tokens > 1


async def test_a_message_the_sdk_gives_back_is_welcome_as_input() -> None:
    async with MessagesTwin() as twin, client(twin) as api:
        twin.once(reply=Reply(blocks=calls("query", {}, text="Look").blocks))
        first = await api.messages.create(**HELLO)
        result = {"type": "tool_result", "tool_use_id": first.content[1].id, "content": "1"}
        said = [*HELLO["messages"], first.to_param(), {"role": "user", "content": [result]}]
        await api.messages.create(**(HELLO | {"messages": said}))
        assert twin.refusals == []


async def test_the_sdk_reads_models_with_their_limits() -> None:
    async with MessagesTwin() as twin, client(twin) as api:
        model = await api.models.retrieve("claude-opus-5-5")
        names = [found.id async for found in api.models.list(limit=2)]
        with pytest.raises(NotFoundError):
            await api.models.retrieve("claude-none")
    assert (model.max_input_tokens, model.max_tokens) == (1_000_000, 128_000)
    assert model.capabilities
    assert model.capabilities.structured_outputs.supported
    assert len(names) == 4
