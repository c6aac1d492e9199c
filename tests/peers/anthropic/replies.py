"""Scripted answers: text and tool calls in chunks, with gates a test opens."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from .errors import Json
from .prompt import count_tokens

StopReason = Literal[
    "end_turn", "max_tokens", "stop_sequence", "tool_use", "pause_turn", "refusal",
    "model_context_window_exceeded",
]  # fmt: skip
# A piece of text, or a gate: the answer goes on when the test sets the event.
Chunk = str | asyncio.Event


@dataclass(frozen=True)
class Text:
    """A text block, one delta per chunk."""

    chunks: tuple[Chunk, ...]

    @property
    def text(self) -> str:
        return "".join(chunk for chunk in self.chunks if isinstance(chunk, str))


@dataclass(frozen=True, kw_only=True)
class ToolCall:
    """A tool_use block; `chunks` replaces the JSON of `input` on the wire, broken JSON too."""

    name: str
    input: Json
    id: str | None = None
    chunks: tuple[Chunk, ...] | None = None

    @property
    def pieces(self) -> tuple[Chunk, ...]:
        return halves(json.dumps(self.input)) if self.chunks is None else self.chunks

    @property
    def text(self) -> str:
        return "".join(piece for piece in self.pieces if isinstance(piece, str))


Block = Text | ToolCall


@dataclass(frozen=True, kw_only=True)
class Reply:
    """One answer. `before` holds back even the headers; `usage` overrides single counts."""

    blocks: tuple[Block, ...]
    stop_reason: StopReason | None = None
    stop_details: Json | None = None
    usage: Json | None = None
    before: asyncio.Event | None = None

    @property
    def calls(self) -> list[ToolCall]:
        return [block for block in self.blocks if isinstance(block, ToolCall)]

    @property
    def text(self) -> str:
        return "".join(block.text for block in self.blocks if isinstance(block, Text))

    @property
    def reason(self) -> StopReason:
        """The stop reason, which follows from the blocks unless given."""
        return self.stop_reason or ("tool_use" if self.calls else "end_turn")

    @property
    def output_tokens(self) -> int:
        return 1 + sum(count_tokens(block.text) for block in self.blocks)


def says(*chunks: Chunk, **about: Any) -> Reply:
    """A text answer: one string is cut into words, several are sent as given."""
    if len(chunks) == 1 and isinstance(chunks[0], str):
        return Reply(blocks=(Text(words(chunks[0])),), **about)
    return Reply(blocks=(Text(chunks),), **about)


def calls(name: str, arguments: Json, *, text: str = "", **about: Any) -> Reply:
    """An answer that calls one tool, after some words if given."""
    spoken = (Text(words(text)),) if text else ()
    return Reply(blocks=(*spoken, ToolCall(name=name, input=arguments)), **about)


def says_json(value: Any, **about: Any) -> Reply:
    """A text answer that is exactly this value as JSON."""
    return Reply(blocks=(Text(halves(json.dumps(value, ensure_ascii=False))),), **about)


def words(text: str) -> tuple[str, ...]:
    """Chunks that end after each space, so that joined they are the text again."""
    parts = text.split(" ")
    return tuple(part for part in [*(f"{part} " for part in parts[:-1]), parts[-1]] if part)


def halves(text: str) -> tuple[str, ...]:
    """Two chunks, cut in the middle of whatever stands there."""
    middle = len(text) // 2
    return tuple(part for part in (text[:middle], text[middle:]) if part)


def shortened(reply: Reply, most: int, reason: StopReason) -> Reply:
    """The reply as a model limited to `most` output tokens would give it."""
    if reply.output_tokens <= most:
        return reply
    blocks = tuple(_cut(reply.blocks, max(0, most - 1)))
    return replace(reply, blocks=blocks, stop_reason=reason)


def _cut(blocks: tuple[Block, ...], budget: int) -> Iterator[Block]:
    for block in blocks:
        cost = count_tokens(block.text)
        if cost > budget:
            if budget:
                yield _shorter(block, block.text[: _fitting(block.text, budget)])
            return
        budget -= cost
        yield block


def _shorter(block: Block, text: str) -> Block:
    return Text(words(text)) if isinstance(block, Text) else replace(block, chunks=(text,))


def _fitting(text: str, budget: int) -> int:
    length = len(text)
    while length and count_tokens(text[:length]) > budget:
        length -= 1
    return length
