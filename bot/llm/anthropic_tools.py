"""Tools in a request of the Messages API: those on offer, and the rounds that were used.

What a model or another server wrote into an earlier call may be nothing this API takes: a call in
the history must never make every later request of its session fail.
"""

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from memory_core.model import Prompt, ToolCall, ToolRound

Block = dict[str, Any]

_FOREIGN = re.compile(r"[^a-zA-Z0-9_-]")
_NAME_CHARS = 128


def offered(prompt: Prompt) -> dict[str, Any]:
    """Return what a request says of tools; the rounds of a turn need them even at its end."""
    if not prompt.tools:
        return {}
    tools = [
        {"name": tool.name, "description": tool.description, "input_schema": dict(tool.schema)}
        for tool in prompt.tools
    ]
    return {"tools": tools} | ({} if prompt.may_use_tools else {"tool_choice": {"type": "none"}})


class ToolRounds:
    """Writes the rounds of one request; ids are unique in it, as the API demands."""

    def __init__(self) -> None:
        self._ids: set[str] = set()

    def blocks(self, rounds: Iterable[ToolRound]) -> Iterator[tuple[str, list[Block]]]:
        """Yield each round as the model's calls and, all in one message, their results."""
        for each in rounds:
            calls = [(self._id(call.id), call) for call in each.calls]
            said = [{"type": "text", "text": each.text}] if each.text.strip() else []
            yield "assistant", said + [_use(id_, call) for id_, call in calls]
            yield "user", [_result(id_, call) for id_, call in calls]

    def _id(self, wanted: str) -> str:
        plain = _FOREIGN.sub("_", wanted) or "call"
        number, unique = 1, plain
        while unique in self._ids:
            number += 1
            unique = f"{plain}_{number}"
        self._ids.add(unique)
        return unique


def _use(id_: str, call: ToolCall) -> Block:
    name = _FOREIGN.sub("_", call.name)[:_NAME_CHARS] or "tool"
    return {"type": "tool_use", "id": id_, "name": name, "input": _input(call.arguments)}


def _result(id_: str, call: ToolCall) -> Block:
    return {
        "type": "tool_result",
        "tool_use_id": id_,
        "content": call.result or "(empty)",
        "is_error": call.failed,
    }


def _input(arguments: str) -> dict[str, Any]:
    """Return the arguments; what is no object, which the tool was not given either, is none."""
    try:
        value = json.loads(arguments, parse_constant=lambda _: None)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
