"""Each fault as it looks on the wire to a client that knows nothing of SDKs."""

import asyncio
from typing import get_args

import aiohttp
import pytest

from .anthropic import FAULTS, Fault, FaultName, MessagesTwin, calls, says
from .raw_messages import MODEL, Response, assistant, body, headers, post, text, user

REPLY = says("one ", "two ", "three")


def test_every_fault_is_listed_with_what_it_does() -> None:
    assert tuple(FAULTS) == get_args(FaultName)


async def faulty(fault: FaultName | Fault, *, stream: bool = True) -> Response:
    async with MessagesTwin() as twin:
        twin.on(reply=REPLY, fault=fault)
        return await post(twin, body(stream=stream))


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("overloaded_529", (529, "overloaded_error", "Overloaded")),
        ("server_error_500", (500, "api_error", "Internal server error")),
        ("unauthorized_401", (401, "authentication_error", "invalid x-api-key")),
        ("forbidden_403", (403, "permission_error", "Request not allowed")),
        ("model_not_found_404", (404, "not_found_error", f"model: {MODEL}")),
        (
            "prompt_too_long",
            (
                400,
                "invalid_request_error",
                "prompt is too long: 200001 tokens > 200000 maximum",
            ),
        ),
    ],
)
async def test_a_refusal_is_json_with_a_status(
    fault: FaultName, error: tuple[int, str, str], *, stream: bool
) -> None:
    response = await faulty(fault, stream=stream)
    assert response.error == error
    assert response.json["request_id"] == response.headers["request-id"]


async def test_a_rate_limit_says_when_to_come_back() -> None:
    response = await faulty(Fault(name="rate_limited", retry_after=7))
    usual = await faulty("rate_limited")
    assert response.error[:2] == (429, "rate_limit_error")
    assert response.headers["retry-after"] == "7"
    assert usual.headers["retry-after"] == "3600"


@pytest.mark.parametrize(("fault", "status"), [("unavailable_503_html", 503), ("html_200", 200)])
async def test_a_page_of_html_comes_where_json_was_expected(fault: FaultName, status: int) -> None:
    response = await faulty(fault)
    assert response.status == status
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.text.startswith("<html>")


async def test_llama_has_an_envelope_of_its_own_for_an_overflow() -> None:
    response = await faulty("llama_exceed_context")
    error = response.json["error"]
    assert response.status == error["code"] == 400
    assert error["type"] == "exceed_context_size_error"
    assert (error["n_prompt_tokens"], error["n_ctx"]) == (200_001, 200_000)


async def test_cut_json_comes_with_status_200() -> None:
    response = await faulty("malformed_json", stream=False)
    assert (response.status, response.text) == (200, '{"type": "message", "content": [{"type')


async def test_a_closed_connection_has_no_answer_at_all() -> None:
    with pytest.raises(aiohttp.ServerDisconnectedError):
        await faulty("closed_before_headers")


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("cut_mid_stream", "Connection reset by peer"),
        ("closed_mid_stream", "payload is not completed"),
    ],
)
async def test_a_broken_connection_gives_the_text_sent_before(
    fault: FaultName, reason: str
) -> None:
    seen: list[bytes] = []
    async with MessagesTwin() as twin, aiohttp.ClientSession() as session:
        twin.on(reply=REPLY, fault=fault)
        url, sent = f"{twin.base_url}/v1/messages", body(stream=True)
        async with session.post(url, json=sent, headers=headers(twin)) as response:
            with pytest.raises(aiohttp.ClientPayloadError, match=reason):
                await read(response, seen)
    assert b'"two "' in b"".join(seen)
    assert b"three" not in b"".join(seen)


async def read(response: aiohttp.ClientResponse, seen: list[bytes]) -> None:
    async for piece in response.content.iter_any():
        seen.append(piece)  # noqa: PERF401 - what came before an error counts


@pytest.mark.parametrize("fault", ["hang_before_headers", "stall_mid_stream"])
async def test_a_hanging_answer_ends_with_its_twin(fault: FaultName) -> None:
    async with asyncio.timeout(5), asyncio.TaskGroup() as group, MessagesTwin() as twin:
        twin.on(reply=REPLY, fault=fault)
        asked = group.create_task(ended(twin))
        await twin.arrived(1)
    assert asked.result()


async def ended(twin: MessagesTwin) -> bool:
    with pytest.raises(aiohttp.ClientError):
        await post(twin, body(stream=True))
    return True


async def test_a_twin_serves_others_while_one_client_hangs_and_leaves() -> None:
    async with MessagesTwin() as twin, asyncio.TaskGroup() as group:
        twin.once(fault="hang_before_headers")
        asked = group.create_task(post(twin, body()))
        await twin.arrived(1)
        other = await post(twin, body())
        asked.cancel()
    assert other.status == 200


async def test_a_stream_may_end_properly_but_too_early() -> None:
    response = await faulty("clean_end_without_message_stop")
    assert [name for name, _ in response.events][-2:] == ["content_block_delta"] * 2


async def test_an_error_may_come_as_an_event_after_status_200() -> None:
    response = await faulty(Fault(name="sse_error_event", error_type="rate_limit_error", after=1))
    name, data = response.events[-1]
    assert response.status == 200
    assert name == data["type"] == "error"
    assert data["error"] == {"type": "rate_limit_error", "message": "rate limit error"}
    assert [name for name, _ in response.events].count("content_block_delta") == 1


async def test_the_error_of_an_event_is_a_status_without_a_stream() -> None:
    response = await faulty("sse_error_event", stream=False)
    assert response.error == (529, "overloaded_error", "Overloaded")


async def test_an_event_may_carry_cut_json() -> None:
    response = await faulty("malformed_sse")
    assert response.text.endswith(
        'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"del\n\n'
    )


async def test_event_lines_may_be_missing() -> None:
    response = await faulty("missing_event_lines")
    assert "event:" not in response.text
    assert response.text.count("data: ") == 9


@pytest.mark.parametrize(
    ("fault", "spoken"),
    [
        ("refusal", "one two"),
        ("max_tokens", "one two"),
        ("pause_turn", "one two"),
        ("model_context_window_exceeded", "one two"),
    ],
)
async def test_an_answer_may_stop_for_another_reason(fault: FaultName, spoken: str) -> None:
    response = await faulty(fault, stream=False)
    assert response.json["stop_reason"] == fault
    assert response.json["content"] == [{"type": "text", "text": spoken}]


async def test_a_refusal_has_details() -> None:
    streamed = await faulty("refusal")
    delta = streamed.events[-2][1]["delta"]
    assert delta["stop_details"] == {"type": "refusal", "category": None, "explanation": None}


async def test_an_answer_may_be_empty() -> None:
    response = await faulty("empty_text", stream=False)
    assert response.json["content"] == [{"type": "text", "text": ""}]
    assert response.json["stop_reason"] == "end_turn"


async def test_a_tool_call_may_have_arguments_that_are_not_json() -> None:
    async with MessagesTwin() as twin:
        twin.on(reply=calls("find", {"text": "x"}), fault="tool_call_with_invalid_json")
        response = await post(twin, body())
    call = response.json["content"][0]
    assert (call["name"], response.json["stop_reason"]) == ("find", "tool_use")
    assert call["input"] == '{"query": "SELECT 1", "limit": tru}'


async def test_a_paused_turn_may_be_sent_back_to_go_on() -> None:
    async with MessagesTwin() as twin:
        twin.once(reply=REPLY, fault="pause_turn")
        paused = await post(twin, body())
        resumed = await post(twin, body(messages=[user(), assistant(*paused.json["content"])]))
        made_up = await post(twin, body(messages=[user(), assistant(text("one tw"))]))
    assert resumed.status == 200
    assert made_up.status == 400
