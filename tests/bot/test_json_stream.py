"""Streams as other servers send them, event by event."""

from typing import Any

import pytest
from anthropic.types import RawMessageStreamEvent
from pydantic import TypeAdapter

from bot.llm.json_stream import Heard
from memory_core.model import Usage

EVENT: TypeAdapter[RawMessageStreamEvent] = TypeAdapter(RawMessageStreamEvent)
ENVELOPE = {"id": "m", "type": "message", "role": "assistant", "content": [], "model": "other"}


def after(*events: dict[str, Any]) -> Heard:
    heard = Heard()
    for event in events:
        heard.take(EVENT.validate_python(event))
    return heard


def start(block: dict[str, Any]) -> dict[str, Any]:
    return {"type": "content_block_start", "index": 0, "content_block": block}


def delta(**fields: Any) -> dict[str, Any]:
    return {"type": "content_block_delta", "index": 0, "delta": fields}


TOOL = {"type": "tool_use", "id": "t", "name": "facts", "caller": {"type": "direct"}}


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([start({"type": "text", "text": "all at once", "citations": None})], "all at once"),
        ([start(TOOL | {"input": {"a": "茶"}})], '{"a": "茶"}'),
        ([start(TOOL | {"input": {}})], "{}"),
        (
            [
                start(TOOL | {"input": {}}),
                delta(type="input_json_delta", partial_json='{"a":'),
                delta(type="input_json_delta", partial_json=" 1"),
            ],
            '{"a": 1',
        ),
        (
            [delta(type="text_delta", text="no "), delta(type="text_delta", text="start")],
            "no start",
        ),
        ([delta(type="thinking_delta", thinking="hm")], ""),
    ],
)
def test_what_is_said_is_heard(events: list[dict[str, Any]], said: str) -> None:
    assert after(*events).said == said


def test_later_counts_replace_earlier_ones_where_they_say_anything() -> None:
    opening = {"input_tokens": 5, "cache_read_input_tokens": 7, "output_tokens": 1}
    heard = after(
        {
            "type": "message_start",
            "message": ENVELOPE | {"usage": opening, "stop_reason": None, "stop_sequence": None},
        },
        {
            "type": "message_delta",
            "delta": {"stop_reason": "end_turn"},
            "usage": {"input_tokens": 6, "output_tokens": 9},
        },
    )
    assert (heard.model, heard.stop) == ("other", "end_turn")
    assert heard.usage == Usage(input_tokens=6, cache_read_tokens=7, output_tokens=9)
