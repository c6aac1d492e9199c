"""What goes over the wire: events in order, whole messages, gates, records."""

import asyncio
import json
from pathlib import Path

import aiohttp

from .anthropic import MessagesTwin, Reply, Text, ToolCall, calls, said, says
from .raw_messages import MODEL, body, headers, post, send


async def test_a_stream_has_the_events_of_the_api_in_their_order() -> None:
    async with MessagesTwin() as twin:
        twin.on(reply=says("Good", " day"))
        response = await post(twin, body(stream=True))
    assert response.status == 200
    assert response.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert [name for name, _ in response.events] == [
        "message_start",
        "ping",
        "content_block_start",
        "content_block_delta",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]
    assert [data for _, data in response.events][1:7] == [
        {"type": "ping"},
        {
            "type": "content_block_start",
            "index": 0,
            "content_block": {"type": "text", "text": ""},
        },
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "text_delta", "text": "Good"},
        },
        {
            "type": "content_block_delta",
            "index": 0,
            "delta": {"type": "text_delta", "text": " day"},
        },
        {"type": "content_block_stop", "index": 0},
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn", "stop_sequence": None, "stop_details": None},
            "usage": {
                "input_tokens": 5,
                "cache_creation_input_tokens": 0,
                "cache_read_input_tokens": 0,
                "output_tokens": 3,
            },
        },
    ]


async def test_a_stream_starts_with_an_empty_message_and_the_input_usage() -> None:
    async with MessagesTwin() as twin:
        response = await post(twin, body(stream=True))
    name, data = response.events[0]
    message = data["message"]
    assert name == "message_start"
    assert message["id"].startswith("msg_")
    assert (message["model"], message["content"]) == (MODEL, [])
    assert message["stop_reason"] is None
    assert message["usage"]["input_tokens"] == 5


async def test_a_tool_call_streams_its_input_as_partial_json() -> None:
    async with MessagesTwin() as twin:
        twin.on(reply=calls("query", {"sql": "SELECT 1"}, text="Let me look"))
        response = await post(twin, body(stream=True))
    started = [data for name, data in response.events if name == "content_block_start"]
    pieces = [
        data["delta"]["partial_json"] for _, data in response.events if data.get("index") == 1
        and "delta" in data
    ]  # fmt: skip
    call = started[1]["content_block"]
    assert [data["content_block"]["type"] for data in started] == ["text", "tool_use"]
    assert (call["name"], call["input"]) == ("query", {})
    assert call["id"].startswith("toolu_")
    assert pieces[0] == ""
    assert json.loads("".join(pieces)) == {"sql": "SELECT 1"}
    assert response.events[-2][1]["delta"]["stop_reason"] == "tool_use"


async def test_without_stream_the_whole_message_comes_as_json() -> None:
    two = Reply(blocks=(Text(("Wait",)), ToolCall(name="query", input={"n": 1}, id="toolu_x")))
    async with MessagesTwin() as twin:
        twin.on(reply=two)
        response = await post(twin, body())
    message = response.json
    assert response.headers["request-id"].startswith("req_")
    assert message["type"] == "message"
    assert message["stop_reason"] == "tool_use"
    assert message["content"] == [
        {"type": "text", "text": "Wait"},
        {"type": "tool_use", "id": "toolu_x", "name": "query", "input": {"n": 1}},
    ]


async def test_a_gate_holds_the_rest_of_a_stream_until_it_is_opened() -> None:
    gate = asyncio.Event()
    async with MessagesTwin() as twin, aiohttp.ClientSession() as session:
        twin.on(reply=says("first", gate, "second"))
        url, sent = f"{twin.base_url}/v1/messages", body(stream=True)
        async with session.post(url, json=sent, headers=headers(twin)) as response:
            seen = b""
            while b"first" not in seen:
                seen += await response.content.readany()
            assert b"second" not in seen
            gate.set()
            assert b"second" in await response.content.read()


async def test_a_gate_before_the_reply_holds_back_the_headers() -> None:
    gate = asyncio.Event()
    async with MessagesTwin() as twin:
        twin.on(reply=says("late", before=gate))
        async with asyncio.TaskGroup() as group:
            asked = group.create_task(post(twin, body(stream=True)))
            await twin.arrived(1)
            assert not asked.done()
            gate.set()
    assert asked.result().status == 200


async def test_an_answer_longer_than_max_tokens_is_cut_there() -> None:
    async with MessagesTwin() as twin:
        twin.on(reply="one two three four five six seven eight nine ten")
        response = await post(twin, body(max_tokens=5))
    message = response.json
    assert message["content"] == [{"type": "text", "text": "one two three fo"}]
    assert message["stop_reason"] == "max_tokens"
    assert message["usage"]["output_tokens"] == 5


async def test_an_answer_that_outgrows_the_context_window_stops_there() -> None:
    async with MessagesTwin(context_limit=10) as twin:
        twin.on(reply="one two three four five six seven eight nine ten")
        response = await post(twin, body(max_tokens=50))
    assert response.json["stop_reason"] == "model_context_window_exceeded"


async def test_the_record_shows_the_exact_bytes_and_no_secrets() -> None:
    raw = json.dumps(body(system="Be brief", tools=[])).encode()
    async with MessagesTwin() as twin:
        await post(twin, raw, x_api_key=twin.api_key)
        seen = twin.requests[-1]
    assert seen.raw == raw
    assert seen.system == "Be brief"
    assert seen.messages == [{"role": "user", "content": "Hello"}]
    assert seen.headers["anthropic-version"] == "2026-10-21"
    assert twin.api_key not in str(seen.headers)


async def test_the_record_file_has_one_json_line_per_request(tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    async with MessagesTwin(record=file) as twin:
        await post(twin, body())
        await post(twin, b"not json")
    first, second = [json.loads(line) for line in file.read_text().splitlines()]
    assert first["body"] == body()
    assert (second["number"], second["body"]) == (2, "not json")
    assert twin.api_key not in file.read_text()


async def test_a_model_is_described_with_its_limits() -> None:
    async with MessagesTwin() as twin:
        response = await send(twin, "GET", f"/v1/models/{MODEL}")
        missing = await send(twin, "GET", "/v1/models/gpt-2")
    assert response.json["display_name"] == "Claude Haiku 5.5"
    assert response.json["max_input_tokens"] == 200_000
    assert response.json["max_tokens"] == 64_000
    assert missing.error == (404, "not_found_error", "model: gpt-2")


async def test_the_list_of_models_comes_in_pages() -> None:
    async with MessagesTwin() as twin:
        first = (await send(twin, "GET", "/v1/models?limit=3")).json
        rest = (await send(twin, "GET", f"/v1/models?after_id={first['last_id']}")).json
    assert (len(first["data"]), first["has_more"]) == (3, True)
    assert (len(rest["data"]), rest["has_more"]) == (1, False)


async def test_the_models_endpoint_can_be_absent_as_elsewhere() -> None:
    async with MessagesTwin(models_endpoint=False) as twin:
        one = await send(twin, "GET", f"/v1/models/{MODEL}")
        many = await send(twin, "GET", "/v1/models")
        lost = await send(twin, "GET", "/v2/anything")
    assert [one.status, many.status, lost.status] == [404, 404, 404]


async def test_a_second_twin_has_other_tool_ids() -> None:
    found = []
    for _ in range(2):
        async with MessagesTwin() as twin:
            twin.on(said("hello"), reply=calls("query", {}))
            found.append((await post(twin, body())).json["content"][0]["id"])
    assert found[0] != found[1]
