"""Reads one streamed answer as raw text: tool arguments need not be JSON to be heard."""

import asyncio
import json
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from anthropic import AsyncAnthropic
from anthropic.types import MessageDeltaUsage, RawMessageStreamEvent
from anthropic.types import Usage as ReportedUsage

from bot.llm.anthropic_faults import EXPECTED, translated
from memory_core.errors import AnswerInterrupted, BadOutput, ModelTimedOut
from memory_core.model import Usage

_UNFINISHED = (None, "pause_turn")
_Pieces = defaultdict[int, list[str]]


@dataclass(kw_only=True, slots=True)
class Heard:
    """What one answer has brought so far."""

    model: str = ""
    usage: Usage = field(default_factory=Usage)
    stop: str | None = None
    words: _Pieces = field(default_factory=lambda: defaultdict(list))
    arguments: _Pieces = field(default_factory=lambda: defaultdict(list))

    @property
    def text(self) -> str:
        """The text blocks, joined."""
        return "".join("".join(pieces) for pieces in self.words.values())

    @property
    def calls(self) -> tuple[str, ...]:
        """The arguments of each tool call, as the model wrote them."""
        return tuple("".join(pieces) or "{}" for pieces in self.arguments.values())

    @property
    def said(self) -> str:
        """All that may hold the answer, blank when nothing does."""
        return "\n".join((*self.calls, self.text)).strip()

    def take(self, event: RawMessageStreamEvent) -> None:
        """Add what an event brings."""
        match event.type:
            case "message_start":
                self.model = event.message.model
                self._count(event.message.usage)
            case "content_block_start":
                self._open(event.index, event.content_block)
            case "content_block_delta" if event.delta.type == "text_delta":
                self.words[event.index].append(event.delta.text)
            case "content_block_delta" if event.delta.type == "input_json_delta":
                self.arguments[event.index].append(event.delta.partial_json)
            case "message_delta":
                self.stop = event.delta.stop_reason
                self._count(event.usage)

    def _open(self, index: int, block: Any) -> None:
        """Begin a block; some servers send all of it at once."""
        if block.type == "text" and block.text:
            self.words[index].append(block.text)
        if block.type == "tool_use":
            whole = [json.dumps(block.input, ensure_ascii=False)] if block.input else []
            self.arguments[index] = whole

    def _count(self, reported: ReportedUsage | MessageDeltaUsage) -> None:
        """Note the tokens so far: later reports replace earlier ones where they say anything."""
        known = self.usage
        self.usage = Usage(
            input_tokens=_last(reported.input_tokens, known.input_tokens),
            cache_creation_tokens=_last(
                reported.cache_creation_input_tokens, known.cache_creation_tokens
            ),
            cache_read_tokens=_last(reported.cache_read_input_tokens, known.cache_read_tokens),
            output_tokens=_last(reported.output_tokens, known.output_tokens),
        )


async def listen(
    client: AsyncAnthropic, body: dict[str, Any], heard: Heard, timeout_s: float
) -> None:
    """Fill ``heard`` with a finished answer, within ``timeout_s``. Raises ModelError."""
    try:
        async with asyncio.timeout(timeout_s):
            await _read(client, body, heard)
    except TimeoutError as error:
        raise ModelTimedOut(f"no answer within {timeout_s:g} s") from error
    if not heard.model and heard.stop is None:
        raise BadOutput("no message came")
    if heard.stop in _UNFINISHED:
        raise AnswerInterrupted("the stream ended early")


async def _read(client: AsyncAnthropic, body: dict[str, Any], heard: Heard) -> None:
    try:
        async with await client.messages.create(stream=True, **body) as events:
            async for event in events:
                heard.take(event)
    except EXPECTED as error:
        raise translated(error, client.api_key) from error


def _last(reported: int | None, known: int) -> int:
    return known if reported is None else reported
