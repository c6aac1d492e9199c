"""Three ways to ask for JSON, best first, as requests of the Messages API.

https://platform.claude.com/docs/en/build-with-claude/structured-outputs
"""

from typing import Any, Literal, get_args

from anthropic import transform_schema

from bot.llm.json_outline import outline
from memory_core import prompts
from memory_core.model import JsonRequest
from memory_core.text import clean

Way = Literal["native", "tool", "text"]
WAYS: tuple[Way, ...] = get_args(Way)
"""By the server's own schema support; by a tool it must call; by describing it in the prompt."""

LONGEST_COMPLAINT = 500
Body = dict[str, Any]


def body(request: JsonRequest[Any], model: str, way: Way) -> Body:
    """Return the request for ``way``; limits that servers cannot enforce become descriptions."""
    base: Body = {
        "model": model,
        "max_tokens": request.max_tokens,
        "system": clean(request.instructions),
        "messages": [{"role": "user", "content": clean(request.text)}],
    }
    match way:
        case "native":
            form = {"type": "json_schema", "schema": transform_schema(dict(request.schema))}
            return base | {"output_config": {"format": form}}
        case "tool":
            return base | _forced(request)
        case "text":
            shape = prompts.text("json_as_text").replace("{shape}", outline(request.schema))
            return base | {"system": f"{base['system']}\n\n{shape}"}


def repairing(asked: Body, said: str, complaint: str) -> Body:
    """Return the same request with what came of it and why that will not do."""
    note = prompts.text("json_repair").replace("{complaint}", _short(complaint))
    return asked | {
        "messages": [
            *asked["messages"],
            {"role": "assistant", "content": clean(said).strip()},
            {"role": "user", "content": note},
        ]
    }


def _forced(request: JsonRequest[Any]) -> Body:
    tool = {
        "name": request.name,
        "description": prompts.text("json_tool"),
        "input_schema": transform_schema(dict(request.schema)),
    }
    choice = {"type": "tool", "name": request.name, "disable_parallel_tool_use": True}
    return {"tools": [tool], "tool_choice": choice}


def _short(complaint: str) -> str:
    return clean(complaint).strip().rstrip(".")[:LONGEST_COMPLAINT]
