"""Tool definitions and the choice among them."""

import re
from typing import Any

from .check_output import check_schema
from .errors import Json, invalid
from .shape import a_boolean, a_list, a_string, an_object, no_extras, one_of, required

TOOL_NAME = re.compile(r"^[a-zA-Z0-9_-]{1,128}$")
PROPERTY_KEY = re.compile(r"^[a-zA-Z0-9_.-]{1,64}$")
CUSTOM_FIELDS = frozenset(
    {
        "allowed_callers", "cache_control", "defer_loading", "description",
        "eager_input_streaming", "input_examples", "input_schema", "name", "strict", "type",
    }
)  # fmt: skip
CHOICES = ("auto", "any", "tool", "none")


def check_tools(value: Any) -> None:
    """A list of custom tools with unique names; tools that run at the API have a dated type."""
    if value is None:
        return
    names: set[str] = set()
    for index, item in enumerate(a_list(value, "tools")):
        tool = an_object(item, f"tools.{index}")
        if tool.get("type") in {None, "custom"}:
            _check_custom(tool, f"tools.{index}.custom")
        elif not re.fullmatch(r"[a-z_0-9]+_20\d{6}", str(tool["type"])):
            raise invalid(f"tools.{index}: Input tag '{tool['type']}' is not a known tool type")
        name = str(tool.get("name", tool.get("type")))
        if name in names:
            raise invalid("tools: Tool names must be unique.")
        names.add(name)


def check_tool_choice(body: Json) -> None:
    """A choice needs tools, and a named tool must be among them."""
    if "tool_choice" not in body:
        return
    choice = an_object(body["tool_choice"], "tool_choice")
    required(choice, "tool_choice", "type")
    kind = one_of(choice["type"], "tool_choice.type", CHOICES)
    if not body.get("tools"):
        raise invalid("tool_choice may only be specified while providing tools.")
    extra = {"name"} if kind == "tool" else set()
    parallel = set() if kind == "none" else {"disable_parallel_tool_use"}
    no_extras(choice, f"tool_choice.{kind}", {"type"} | extra | parallel)
    if kind == "tool":
        required(choice, "tool_choice.tool", "name")
        if choice["name"] not in [tool.get("name") for tool in body["tools"]]:
            raise invalid(f"tool_choice: Tool '{choice['name']}' not found in provided tools")


def _check_custom(tool: Json, path: str) -> None:
    required(tool, path, "name", "input_schema")
    no_extras(tool, path, CUSTOM_FIELDS)
    if not TOOL_NAME.match(a_string(tool["name"], f"{path}.name")):
        raise invalid(f"{path}.name: String should match pattern '{TOOL_NAME.pattern}'")
    if "description" in tool:
        a_string(tool["description"], f"{path}.description")
    schema = an_object(tool["input_schema"], f"{path}.input_schema")
    _check_input_schema(schema, f"{path}.input_schema")
    if "strict" in tool and a_boolean(tool["strict"], f"{path}.strict"):
        check_schema(schema, path)


def _check_input_schema(schema: Json, path: str) -> None:
    required(schema, path, "type")
    one_of(schema["type"], f"{path}.type", ("object",))
    if schema.keys() & {"oneOf", "allOf", "anyOf"}:
        raise invalid(
            f"{path}: input_schema does not support oneOf, allOf, or anyOf at the top level"
        )
    properties = an_object(schema.get("properties") or {}, f"{path}.properties")
    if any(not PROPERTY_KEY.match(key) for key in properties):
        raise invalid(
            f"{path}.properties: Property keys should match pattern '{PROPERTY_KEY.pattern}'"
        )
    for index, name in enumerate(a_list(schema.get("required") or [], f"{path}.required")):
        a_string(name, f"{path}.required.{index}")
