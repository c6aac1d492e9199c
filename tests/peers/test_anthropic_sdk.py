"""What the SDK makes of each fault: the table an adapter has to translate."""

import os
from pathlib import Path
from typing import Any

import httpx2
import pytest
from anthropic import (
    NOT_GIVEN,
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncAnthropic,
    AuthenticationError,
    BadRequestError,
    InternalServerError,
    NotFoundError,
    OverloadedError,
    PermissionDeniedError,
    RateLimitError,
    RequestTooLargeError,
    ServiceUnavailableError,
)

from .anthropic import FaultName, MessagesTwin, Reply, calls, says

REPLY = says("one ", "two ", "three")
# Seconds of silence after which the client gives up.
PATIENCE = 0.2
HELLO: Any = {
    "model": "claude-haiku-5-5",
    "max_tokens": 100,
    "messages": [{"role": "user", "content": "Hello"}],
}


def client(twin: MessagesTwin, **options: Any) -> AsyncAnthropic:
    usual: dict[str, Any] = {"api_key": twin.api_key, "timeout": PATIENCE}
    return AsyncAnthropic(max_retries=0, base_url=twin.base_url, **(usual | options))


async def streamed(twin: MessagesTwin, seen: list[str]) -> Any:
    async with client(twin) as api, api.messages.stream(**HELLO) as stream:
        async for words in stream.text_stream:
            seen.append(words)  # noqa: PERF401 - what came before an error counts
        return await stream.get_final_message()


async def created(twin: MessagesTwin) -> Any:
    async with client(twin) as api:
        return await api.messages.create(**HELLO)


# fault, exact exception class of a stream, status and `.type` if it has them, text seen before
STREAM_ERRORS: list[tuple[FaultName, type[Exception], int | None, str | None, str]] = [
    ("rate_limited", RateLimitError, 429, "rate_limit_error", ""),
    ("overloaded_529", OverloadedError, 529, "overloaded_error", ""),
    ("server_error_500", InternalServerError, 500, "api_error", ""),
    ("unavailable_503_html", ServiceUnavailableError, 503, None, ""),
    ("prompt_too_long", BadRequestError, 400, "invalid_request_error", ""),
    ("llama_exceed_context", BadRequestError, 400, "exceed_context_size_error", ""),
    ("unauthorized_401", AuthenticationError, 401, "authentication_error", ""),
    ("forbidden_403", PermissionDeniedError, 403, "permission_error", ""),
    ("model_not_found_404", NotFoundError, 404, "not_found_error", ""),
    ("closed_before_headers", APIConnectionError, None, None, ""),
    ("hang_before_headers", APITimeoutError, None, None, ""),
    ("stall_mid_stream", httpx2.ReadTimeout, None, None, "one two "),
    ("cut_mid_stream", httpx2.ReadError, None, None, "one two "),
    ("closed_mid_stream", httpx2.RemoteProtocolError, None, None, "one two "),
    ("sse_error_event", APIStatusError, 200, "overloaded_error", "one two "),
    ("malformed_sse", ValueError, None, None, "one two "),
    ("malformed_json", AssertionError, None, None, ""),
    ("html_200", AssertionError, None, None, ""),
    ("missing_event_lines", AssertionError, None, None, ""),
    ("tool_call_with_invalid_json", ValueError, None, None, ""),
]


@pytest.mark.parametrize(("fault", "error", "status", "kind", "text"), STREAM_ERRORS)
async def test_a_stream_raises(
    fault: FaultName, error: type[Exception], status: int | None, kind: str | None, text: str
) -> None:
    seen: list[str] = []
    async with MessagesTwin() as twin:
        twin.on(reply=REPLY, fault=fault)
        with pytest.raises(error) as raised:
            await streamed(twin, seen)
    assert raised.type is error or error is ValueError
    assert getattr(raised.value, "status_code", None) == status
    assert getattr(raised.value, "type", None) == kind
    assert "".join(seen) == text


@pytest.mark.parametrize(
    ("fault", "reason", "text"),
    [
        ("clean_end_without_message_stop", None, "one two "),
        ("refusal", "refusal", "one two"),
        ("max_tokens", "max_tokens", "one two"),
        ("pause_turn", "pause_turn", "one two"),
        ("model_context_window_exceeded", "model_context_window_exceeded", "one two"),
        ("empty_text", "end_turn", ""),
    ],
)
async def test_a_stream_raises_nothing_but_tells_by_its_stop_reason(
    fault: FaultName, reason: str | None, text: str
) -> None:
    seen: list[str] = []
    async with MessagesTwin() as twin:
        twin.on(reply=REPLY, fault=fault)
        message = await streamed(twin, seen)
    assert message.stop_reason == reason
    assert "".join(seen) == text
    assert [block.text for block in message.content] == [text]


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("stall_mid_stream", APITimeoutError),
        ("cut_mid_stream", APIConnectionError),
        ("closed_mid_stream", APIConnectionError),
        ("sse_error_event", OverloadedError),
        ("malformed_json", ValueError),
        ("clean_end_without_message_stop", ValueError),
    ],
)
async def test_a_whole_answer_raises_otherwise_than_a_stream(
    fault: FaultName, error: type[Exception]
) -> None:
    async with MessagesTwin() as twin:
        twin.on(reply=REPLY, fault=fault)
        with pytest.raises(error) as raised:
            await created(twin)
    assert raised.type is error or error is ValueError


async def test_create_hands_out_a_page_of_html_as_a_string() -> None:
    async with MessagesTwin() as twin:
        twin.on(fault="html_200")
        answer = await created(twin)
    assert isinstance(answer, str)


async def test_create_hands_out_arguments_that_are_not_json_as_a_string() -> None:
    async with MessagesTwin() as twin:
        twin.on(fault="tool_call_with_invalid_json")
        message = await created(twin)
    assert isinstance(message.content[0].input, str)


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
