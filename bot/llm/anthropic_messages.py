"""From a prompt to a request of the Messages API, stable parts first so that the cache pays.

https://platform.claude.com/docs/en/api/messages
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from memory_core import prompt as prompting
from memory_core import prompts
from memory_core.model import Prompt, ToolRound
from memory_core.prompt import ChatMessage

Block = dict[str, Any]
ApiMessage = dict[str, Any]
_BREAKPOINT = {"cache_control": {"type": "ephemeral"}}


def request(prompt: Prompt, *, model: str, max_tokens: int) -> dict[str, Any]:
    """Return the body of ``POST /v1/messages`` for a prompt.

    Cache breakpoints stand at the end of the system part, which covers the tools and the summary,
    and at the last block of the previous turn.
    """
    *earlier, question = prompting.messages(prompt)
    history = list(_expanded(earlier))
    if history:
        history[-1][1][-1] |= _BREAKPOINT
    body: dict[str, Any] = {
        "model": model,
        "max_tokens": max_tokens,
        "system": _system(prompt),
        "messages": _alternating([*history, *_expanded([question]), *_rounds(prompt.rounds)]),
    }
    if prompt.tools:
        body["tools"] = [
            {"name": tool.name, "description": tool.description, "input_schema": dict(tool.schema)}
            for tool in prompt.tools
        ]
    return body


def _system(prompt: Prompt) -> list[Block]:
    blocks = [_text(part) for part in (prompt.system, prompt.summary) if part]
    blocks[-1] |= _BREAKPOINT
    return blocks


def _expanded(messages: Iterable[ChatMessage]) -> Iterator[tuple[str, list[Block]]]:
    """Yield role and blocks: an answer's tool rounds come before its text."""
    for message in messages:
        yield from _rounds(message.rounds)
        if message.text.strip():
            yield message.role, [_text(message.text)]


def _rounds(rounds: Iterable[ToolRound]) -> Iterator[tuple[str, list[Block]]]:
    """Yield each round as the model's calls and, all in one message, their results."""
    for each in rounds:
        said = [_text(each.text)] if each.text.strip() else []
        yield (
            "assistant",
            said
            + [
                {
                    "type": "tool_use",
                    "id": call.id,
                    "name": call.name,
                    "input": json.loads(call.arguments),
                }
                for call in each.calls
            ],
        )
        yield (
            "user",
            [
                {
                    "type": "tool_result",
                    "tool_use_id": call.id,
                    "content": call.result or "(empty)",
                    "is_error": call.failed,
                }
                for call in each.calls
            ],
        )


def _alternating(parts: Iterable[tuple[str, list[Block]]]) -> list[ApiMessage]:
    """Merge neighbours of one role; a conversation whose beginning is cut opens with a note."""
    messages: list[ApiMessage] = []
    for role, blocks in parts:
        if messages and messages[-1]["role"] == role:
            messages[-1]["content"] += blocks
            continue
        if not messages and role == "assistant":
            messages.append({"role": "user", "content": [_text(prompts.text("kept_tail"))]})
        messages.append({"role": role, "content": list(blocks)})
    return messages


def _text(text: str) -> Block:
    return {"type": "text", "text": text}
