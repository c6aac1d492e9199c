"""A request as the model reads it: tools, system and messages in order, cut into blocks."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .errors import Json

ASCII_PER_TOKEN = 4
MESSAGE_OVERHEAD = 3
PICTURE_TOKENS = 1500


@dataclass(frozen=True, kw_only=True)
class Segment:
    """One block of the prompt. `text` is what identifies it, without its cache mark."""

    path: str
    text: str
    tokens: int
    cache_control: Any = None


def segments(body: Json) -> list[Segment]:
    """All blocks in the order the API caches them: tools, system, messages."""
    found = [*_tools(body), *_system(body), *_messages(body)]
    automatic = body.get("cache_control")
    if automatic and found and not found[-1].cache_control:
        found[-1] = _marked(found[-1], automatic)
    return found


def input_tokens(body: Json) -> int:
    """A rough size of the whole prompt in tokens."""
    return sum(segment.tokens for segment in segments(body))


def count_tokens(text: str) -> int:
    """About four Latin characters per token, one of any other script."""
    latin = sum(1 for character in text if character.isascii())
    return -(-latin // ASCII_PER_TOKEN) + len(text) - latin


def blocks_of(content: Any) -> list[Json]:
    """Content as blocks; a plain string is one text block."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in content or [] if isinstance(block, dict)]


def text_of(content: Any) -> str:
    """The words in a content, with those inside tool results, one block per line."""
    return "\n".join(_words(blocks_of(content)))


def _words(blocks: list[Json]) -> Iterator[str]:
    for block in blocks:
        if block.get("type") == "text":
            yield str(block.get("text", ""))
        elif block.get("type") == "tool_result":
            yield text_of(block.get("content"))


def _tools(body: Json) -> Iterator[Segment]:
    for index, tool in enumerate(body.get("tools") or []):
        yield _segment(f"tools.{index}", "tool", tool)


def _system(body: Json) -> Iterator[Segment]:
    for index, block in enumerate(blocks_of(body.get("system"))):
        yield _segment(f"system.{index}", "system", block)


def _messages(body: Json) -> Iterator[Segment]:
    for number, message in enumerate(body.get("messages") or []):
        for index, block in enumerate(blocks_of(message.get("content"))):
            path = f"messages.{number}.content.{index}"
            extra = MESSAGE_OVERHEAD if index == 0 else 0
            yield _segment(path, str(message.get("role")), block, extra)


def _segment(path: str, kind: str, block: Json, extra: int = 0) -> Segment:
    bare = {name: value for name, value in block.items() if name != "cache_control"}
    text = kind + json.dumps(bare, ensure_ascii=False, sort_keys=False)
    tokens = _block_tokens(bare) + extra
    return Segment(path=path, text=text, tokens=tokens, cache_control=block.get("cache_control"))


def _block_tokens(block: Json) -> int:
    if block.get("type") == "text":
        return count_tokens(str(block.get("text", "")))
    if block.get("type") in {"image", "document"}:
        return PICTURE_TOKENS
    return count_tokens(json.dumps(block, ensure_ascii=False))


def _marked(segment: Segment, mark: Any) -> Segment:
    return Segment(path=segment.path, text=segment.text, tokens=segment.tokens, cache_control=mark)
