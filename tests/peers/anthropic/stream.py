"""An answer as the API sends it: one JSON message, or server-sent events in order."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass

from .caching import InputUsage
from .errors import Json
from .replies import Block, Chunk, Reply, Text, ToolCall

SHOWN_AT_START = 1


@dataclass(frozen=True)
class Event:
    """One server-sent event."""

    name: str
    data: Json

    def encode(self, *, named: bool = True) -> bytes:
        """The event on the wire; without its `event:` line when not `named`."""
        line = f"event: {self.name}\n" if named else ""
        return f"{line}data: {json.dumps(self.data, ensure_ascii=False)}\n\n".encode()


Step = Event | asyncio.Event


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A reply with everything around it that the API adds."""

    id: str
    model: str
    reply: Reply
    input: InputUsage

    def message(self) -> Json:
        """The whole message, as a request without `stream` gets it."""
        content = [_content(block, self._tool_id(n)) for n, block in enumerate(self.reply.blocks)]
        usage = self._usage(self.reply.output_tokens)
        return self._envelope(content, usage) | {
            "stop_reason": self.reply.reason,
            "stop_details": self.reply.stop_details,
        }

    def steps(self) -> Iterator[Step]:
        """Events and gates, in order."""
        usage = self._usage(SHOWN_AT_START)
        yield Event(
            "message_start", {"type": "message_start", "message": self._envelope([], usage)}
        )
        yield Event("ping", {"type": "ping"})
        for index, block in enumerate(self.reply.blocks):
            yield from _block_steps(index, block, self._tool_id(index))
        yield self._message_delta()
        yield Event("message_stop", {"type": "message_stop"})

    def gates(self) -> Iterator[asyncio.Event]:
        """The gates alone, for an answer that is not streamed."""
        return (step for step in self.steps() if isinstance(step, asyncio.Event))

    def _envelope(self, content: list[Json], usage: Json) -> Json:
        return {
            "id": self.id,
            "type": "message",
            "role": "assistant",
            "model": self.model,
            "content": content,
            "stop_reason": None,
            "stop_sequence": None,
            "usage": usage,
        }

    def _usage(self, output_tokens: int) -> Json:
        lifetimes = {
            "ephemeral_5m_input_tokens": self.input.written_5m,
            "ephemeral_1h_input_tokens": self.input.written_1h,
        }
        counted = self.input.as_json() | {"output_tokens": output_tokens}
        return (
            counted
            | {"cache_creation": lifetimes, "service_tier": "standard"}
            | (self.reply.usage or {})
        )

    def _message_delta(self) -> Event:
        counted = self.input.as_json() | {"output_tokens": self.reply.output_tokens}
        delta = {
            "stop_reason": self.reply.reason,
            "stop_sequence": None,
            "stop_details": self.reply.stop_details,
        }
        usage = counted | (self.reply.usage or {})
        return Event("message_delta", {"type": "message_delta", "delta": delta, "usage": usage})

    def _tool_id(self, index: int) -> str:
        return f"toolu_{self.id.removeprefix('msg_')}_{index}"


def _content(block: Block, tool_id: str) -> Json:
    if isinstance(block, Text):
        return {"type": "text", "text": block.text}
    arguments = block.input if block.chunks is None else _read(block.text)
    return {
        "type": "tool_use",
        "id": block.id or tool_id,
        "name": block.name,
        "input": arguments,
    }


def _read(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _block_steps(index: int, block: Block, tool_id: str) -> Iterator[Step]:
    yield _indexed("content_block_start", index, content_block=_opening(block, tool_id))
    chunks = block.chunks if isinstance(block, Text) else ("", *block.pieces)
    for chunk in chunks:
        yield _delta(index, block, chunk) if isinstance(chunk, str) else chunk
    yield _indexed("content_block_stop", index)


def _opening(block: Block, tool_id: str) -> Json:
    match block:
        case Text():
            return {"type": "text", "text": ""}
        case ToolCall():
            return {
                "type": "tool_use",
                "id": block.id or tool_id,
                "name": block.name,
                "input": {},
            }


def _delta(index: int, block: Block, chunk: Chunk) -> Event:
    if isinstance(block, Text):
        delta = {"type": "text_delta", "text": chunk}
    else:
        delta = {"type": "input_json_delta", "partial_json": chunk}
    return _indexed("content_block_delta", index, delta=delta)


def _indexed(name: str, index: int, **fields: Json) -> Event:
    return Event(name, {"type": name, "index": index, **fields})
