"""What the SDK makes of each fault: the table an adapter has to translate."""

import httpx2
import pytest
from anthropic import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AuthenticationError,
    BadRequestError,
    InternalServerError,
    NotFoundError,
    OverloadedError,
    PermissionDeniedError,
    RateLimitError,
    ServiceUnavailableError,
)

from .anthropic import FaultName, MessagesTwin, says
from .sdk_client import created, patience, streamed

REPLY = says("one ", "two ", "three")
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
            await streamed(twin, seen, patience(fault))
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
            await created(twin, patience(fault))
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
