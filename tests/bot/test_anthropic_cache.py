"""A long conversation pays for each word once: what was sent before is sent again unchanged."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.bot.model_talks import talking
from tests.peers.anthropic import MessagesTwin, RecordedRequest

TURNS = 20


async def test_over_twenty_turns_the_prompt_only_grows_at_its_end(tmp_path: Path) -> None:
    async with MessagesTwin(cache_minimum_tokens=1) as twin, talking(tmp_path, twin) as talk:
        twin.on(reply=lambda request: f"Answer {request.number} of 二十.")
        for number in range(TURNS):
            assert (await talk.ask(f"Question {number}, 第 {number} 个?")).outcome == "answered"
        (spent,) = await talk.storage.usage.since(talk.to.clock.now().date())
    sent = [_blocks(request) for request in twin.requests]
    for before, after in pairwise(sent):
        assert after[: len(before)] == before
    for number, request in enumerate(twin.requests[1:], 1):
        previous = len(request.messages) - 2
        assert request.cache_breakpoints == ["system.0", f"messages.{previous}.content.0"], number
    assert spent.usage.cache_read_tokens > 10 * spent.usage.input_tokens
    assert spent.cost_usd == pytest.approx(_cost(spent.usage))


def _blocks(request: RecordedRequest) -> list[str]:
    """Return model, system and every message as the bytes that are compared, without the marks."""
    body: dict[str, Any] = json.loads(request.raw)
    parts = [body["model"], *body["system"], *body["messages"]]
    return [json.dumps(_unmarked(part), ensure_ascii=False) for part in parts]


def _unmarked(part: Any) -> Any:
    match part:
        case dict():
            return {key: _unmarked(value) for key, value in part.items() if key != "cache_control"}
        case list():
            return [_unmarked(each) for each in part]
    return part


def _cost(usage: Any) -> float:
    return (
        float(
            usage.input_tokens * 2
            + usage.cache_creation_tokens * 2.5
            + usage.cache_read_tokens * 0.1
            + usage.output_tokens * 10
        )
        / 1e6
    )
