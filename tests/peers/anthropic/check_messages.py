"""The messages themselves: roles, turns, and the shape of every content block."""

import itertools
import re
from typing import Any

from .errors import Json, invalid
from .shape import a_boolean, a_list, a_string, an_object, no_extras, one_of, required

MOST_MESSAGES = 100_000
TOOL_USE_ID = re.compile(r"^[a-zA-Z0-9_-]+$")
TOOL_USE_NAME = re.compile(r"^[a-zA-Z0-9_-]{1,200}$")
# Fields by block type: first those that must be there, then the others.
BLOCKS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    "text": (frozenset({"text"}), frozenset({"cache_control", "citations"})),
    "image": (frozenset({"source"}), frozenset({"cache_control", "transformations"})),
    "document": (
        frozenset({"source"}),
        frozenset({"cache_control", "citations", "context", "title"}),
    ),
    "search_result": (
        frozenset({"content", "source", "title"}),
        frozenset({"cache_control", "citations"}),
    ),
    "thinking": (frozenset({"thinking", "signature"}), frozenset()),
    "redacted_thinking": (frozenset({"data"}), frozenset()),
    "tool_use": (
        frozenset({"id", "name", "input"}),
        frozenset({"cache_control", "caller", "toolset_name"}),
    ),
    "tool_result": (
        frozenset({"tool_use_id"}),
        frozenset({"cache_control", "content", "is_error", "toolset_name"}),
    ),
}
IN_TOOL_RESULT = frozenset({"text", "image", "document", "search_result"})
FROM_ASSISTANT = frozenset({"text", "thinking", "redacted_thinking", "tool_use"})
FROM_USER = frozenset({"text", "image", "document", "search_result", "tool_result"})
ROLES = ("user", "assistant")


def check_messages(value: Any, *, alternation: bool) -> None:
    """Roles, order and blocks; `alternation` refuses two turns of one role in a row."""
    messages = a_list(value, "messages")
    if not messages:
        raise invalid("messages: at least one message is required")
    if len(messages) > MOST_MESSAGES:
        raise invalid(f"messages: List should have at most {MOST_MESSAGES} items")
    for index, message in enumerate(messages):
        _check_message(message, f"messages.{index}")
    _check_turns([message["role"] for message in messages], alternation=alternation)


def check_system(system: Any) -> None:
    """The top-level system prompt: a string or text blocks."""
    if isinstance(system, str):
        return
    for index, block in enumerate(a_list(system, "system")):
        check_block(block, f"system.{index}", allowed=frozenset({"text"}), where="system")


def check_block(value: Any, path: str, *, allowed: frozenset[str], where: str) -> None:
    """One content block of one of the `allowed` types."""
    block = an_object(value, path)
    required(block, path, "type")
    kind = block["type"]
    if kind not in BLOCKS:
        raise invalid(
            f"{path}: Input tag '{kind}' found using 'type' does not match any of the expected "
            f"tags: {', '.join(repr(name) for name in BLOCKS)}"
        )
    if kind not in allowed:
        raise invalid(f"{path}: `{kind}` blocks are not permitted here")
    needed, optional = BLOCKS[kind]
    inside = f"{path}.{kind}"
    required(block, inside, *sorted(needed))
    no_extras(block, inside, needed | optional | {"type"})
    _check_fields(block, inside, where)


def _check_message(value: Any, path: str) -> None:
    message = an_object(value, path)
    required(message, path, "role", "content")
    if message["role"] == "system":
        raise invalid(
            'messages: Unexpected role "system". The Messages API accepts a top-level `system` '
            'parameter, not "system" as an input message role.'
        )
    role = one_of(message["role"], f"{path}.role", ROLES)
    no_extras(message, path, {"role", "content"})
    _check_content(message["content"], path, role)


def _check_content(content: Any, path: str, role: str) -> None:
    if isinstance(content, str):
        check_words(content, "messages")
        return
    blocks = a_list(content, f"{path}.content")
    if not blocks:
        raise invalid(f"{path}: all messages must have non-empty content")
    allowed = FROM_USER if role == "user" else FROM_ASSISTANT
    for index, block in enumerate(blocks):
        check_block(block, f"{path}.content.{index}", allowed=allowed, where="messages")


def check_words(text: str, where: str) -> None:
    """Text the API takes: at least one character that is not white space."""
    if not text:
        raise invalid(f"{where}: text content blocks must be non-empty")
    if not text.strip():
        raise invalid(f"{where}: text content blocks must contain non-whitespace text")


def _check_turns(roles: list[str], *, alternation: bool) -> None:
    if roles[0] != "user":
        raise invalid('messages: first message must use the "user" role')
    for before, after in itertools.pairwise(roles):
        if alternation and before == after:
            raise invalid(
                'messages: roles must alternate between "user" and "assistant", '
                f'but found multiple "{after}" roles in a row'
            )


def _check_fields(block: Json, path: str, where: str) -> None:
    match block["type"]:
        case "text":
            check_words(a_string(block["text"], f"{path}.text"), where)
        case "tool_use":
            _check_tool_use(block, path)
        case "tool_result":
            _check_tool_result(block, path)
        case "image" | "document":
            an_object(block["source"], f"{path}.source")


def _check_tool_use(block: Json, path: str) -> None:
    _check_pattern(block["id"], f"{path}.id", TOOL_USE_ID)
    _check_pattern(block["name"], f"{path}.name", TOOL_USE_NAME)
    an_object(block["input"], f"{path}.input")


def _check_tool_result(block: Json, path: str) -> None:
    _check_pattern(block["tool_use_id"], f"{path}.tool_use_id", TOOL_USE_ID)
    if "is_error" in block:
        a_boolean(block["is_error"], f"{path}.is_error")
    content = block.get("content", "")
    if isinstance(content, str):
        return
    for index, inner in enumerate(a_list(content, f"{path}.content")):
        check_block(inner, f"{path}.content.{index}", allowed=IN_TOOL_RESULT, where="messages")


def _check_pattern(value: Any, path: str, pattern: re.Pattern[str]) -> None:
    if not pattern.match(a_string(value, path)):
        raise invalid(f"{path}: String should match pattern '{pattern.pattern}'")
