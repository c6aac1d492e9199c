"""How other servers differ: the same script, answered the way they answer."""

import json
from dataclasses import replace
from typing import Literal, get_args

from .errors import Json, ScriptError, invalid
from .recorded import RecordedRequest
from .replies import Block, Reply, Text, ToolCall, halves, words

Mode = Literal[
    "native", "ignores_output_config", "no_output_config", "tool_json_as_text", "no_tools"
]  # fmt: skip
MODES: tuple[Mode, ...] = get_args(Mode)
UNFINISHED = ("max_tokens", "refusal", "pause_turn", "model_context_window_exceeded")


def check_features(request: RecordedRequest, modes: frozenset[Mode]) -> None:
    """A server without tools, or without output_config, refuses them."""
    if "no_output_config" in modes and "output_config" in request.body:
        raise invalid("output_config: Extra inputs are not permitted")
    if "no_tools" in modes and request.tools:
        raise invalid(f'"{request.model}" does not support tools')


def in_mode(reply: Reply, request: RecordedRequest, modes: frozenset[Mode]) -> Reply:
    """The reply as a server of these modes gives it; ScriptError for one no server gives."""
    if "tool_json_as_text" in modes:
        reply = _calls_as_text(reply)
    if reply.reason in UNFINISHED:
        return reply
    if request.schema is None:
        return reply
    if "ignores_output_config" in modes:
        return _fenced(reply)
    _check_json(reply)
    return reply


def check_forced_tool(reply: Reply, request: RecordedRequest) -> None:
    """The API always calls a tool when told to, so a script must as well."""
    choice: Json = request.body.get("tool_choice") or {}
    kind, named = choice.get("type"), choice.get("name")
    names = [call.name for call in reply.calls]
    if reply.reason in UNFINISHED or kind not in {"any", "tool"}:
        return
    if not names or (kind == "tool" and set(names) != {named}):
        raise ScriptError(f"tool_choice forces {named or 'a tool'}, the script calls {names}")


def _check_json(reply: Reply) -> None:
    if reply.calls:
        return
    try:
        json.loads(reply.text)
    except ValueError as error:
        raise ScriptError(
            f"output_config asks for JSON, the script says {reply.text!r}"
        ) from error


def _calls_as_text(reply: Reply) -> Reply:
    if not reply.calls:
        return reply
    blocks = tuple(_as_text(block) for block in reply.blocks)
    return replace(reply, blocks=blocks, stop_reason="end_turn")


def _as_text(block: Block) -> Block:
    if not isinstance(block, ToolCall):
        return block
    return Text(halves(json.dumps({"name": block.name, "arguments": block.input})))


def _fenced(reply: Reply) -> Reply:
    try:
        value = json.loads(reply.text)
    except ValueError:
        return reply
    fenced = json.dumps(value, indent=2, ensure_ascii=False)
    return replace(reply, blocks=(Text(words(f"Here is the JSON:\n\n```json\n{fenced}\n```\n")),))
