"""What the twin answers when no rule matches: short, truthful, in the form that was asked for."""

from typing import Any

from .errors import Json
from .recorded import RecordedRequest
from .replies import Reply, calls, says, says_json

SHOWN = 60
SAMPLES: Json = {
    "string": "",
    "integer": 0,
    "number": 0,
    "boolean": False,
    "array": [],
    "null": None,
}


def canned(request: RecordedRequest) -> Reply:
    """A tool call when one is forced, JSON when a schema is given, else a sentence."""
    choice: Json = request.body.get("tool_choice") or {}
    if choice.get("type") in {"any", "tool"}:
        return _forced_call(request, choice.get("name"))
    if request.schema is not None:
        return says_json(sample(request.schema, request.schema))
    return says(_sentence(request))


def sample(schema: Any, root: Json) -> Any:
    """The smallest value that satisfies a schema with everything required filled in."""
    if not isinstance(schema, dict):
        return None
    if "$ref" in schema:
        return sample(_referenced(str(schema["$ref"]), root), root)
    for name in ("const", "default"):
        if name in schema:
            return schema[name]
    for name in ("enum", "anyOf", "oneOf", "allOf"):
        if schema.get(name):
            first = schema[name][0]
            return first if name == "enum" else sample(first, root)
    return _sample_of_type(schema, root)


def _sample_of_type(schema: Json, root: Json) -> Any:
    kind = schema.get("type")
    if kind == "object" or "properties" in schema:
        properties: Json = schema.get("properties") or {}
        return {name: sample(properties.get(name), root) for name in schema.get("required", [])}
    if kind == "array" and schema.get("minItems"):
        return [sample(schema.get("items"), root)]
    return SAMPLES.get(kind[0] if isinstance(kind, list) else str(kind))


def _referenced(reference: str, root: Json) -> Any:
    found: Any = root
    for name in reference.removeprefix("#/").split("/"):
        found = found.get(name, {}) if isinstance(found, dict) else {}
    return found


def _forced_call(request: RecordedRequest, named: str | None) -> Reply:
    name = named or request.tool_names[0]
    schema = next(tool["input_schema"] for tool in request.tools if tool.get("name") == name)
    return calls(name, sample(schema, schema))


def _sentence(request: RecordedRequest) -> str:
    count = len(request.messages)
    heard = " ".join(request.last_user_text.split())
    shown = heard if len(heard) <= SHOWN else f"{heard[:SHOWN]} ..."
    sent = "one message" if count == 1 else f"{count} messages"
    return f"This is the model's stand-in. I was sent {sent}; the last one says: {shown}"
