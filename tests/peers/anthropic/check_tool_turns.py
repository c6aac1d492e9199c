"""Tool calls and their results: every call answered at once, every answer to a known call."""

from .errors import Json, invalid
from .prompt import blocks_of


def check_tool_turns(messages: list[Json]) -> None:
    """Each `tool_use` needs its `tool_result` first in the next message, and the other way."""
    turns = _turns(messages)
    _check_ids_are_unique(turns)
    asked: list[str] = []
    for index, (role, blocks) in enumerate(turns):
        if role == "user":
            _check_results(index, blocks, asked)
        following = turns[index + 1][1] if index + 1 < len(turns) else []
        asked = [block["id"] for block in blocks if block["type"] == "tool_use"]
        _check_answered(index, asked, following)


def _turns(messages: list[Json]) -> list[tuple[str, list[Json]]]:
    """Messages as role and blocks; neighbours of one role are one turn, as the API merges them."""
    turns: list[tuple[str, list[Json]]] = []
    for message in messages:
        blocks = blocks_of(message["content"])
        if turns and turns[-1][0] == message["role"]:
            turns[-1][1].extend(blocks)
        else:
            turns.append((message["role"], list(blocks)))
    return turns


def _check_ids_are_unique(turns: list[tuple[str, list[Json]]]) -> None:
    seen: set[str] = set()
    for index, (_, blocks) in enumerate(turns):
        for position, block in enumerate(blocks):
            if block["type"] != "tool_use":
                continue
            if block["id"] in seen:
                raise invalid(
                    f"messages.{index}.content.{position}: `tool_use` ids must be unique"
                )
            seen.add(block["id"])


def _check_results(index: int, blocks: list[Json], asked: list[str]) -> None:
    answered: set[str] = set()
    for position, block in enumerate(blocks):
        if block["type"] != "tool_result":
            continue
        wanted = block["tool_use_id"]
        if wanted not in asked:
            raise invalid(
                f"messages.{index}.content.{position}: unexpected `tool_use_id` found in "
                f"`tool_result` blocks: {wanted}. Each `tool_result` block must have a "
                "corresponding `tool_use` block in the previous message."
            )
        if wanted in answered:
            raise invalid(
                f"messages.{index}.content.{position}: each tool_use must have a single result. "
                f"Found multiple `tool_result` blocks with id: {wanted}"
            )
        answered.add(wanted)


def _check_answered(index: int, asked: list[str], following: list[Json]) -> None:
    leading: set[str] = set()
    for block in following:
        if block["type"] != "tool_result":
            break
        leading.add(block["tool_use_id"])
    missing = [name for name in asked if name not in leading]
    if missing:
        raise invalid(
            f"messages.{index}: `tool_use` ids were found without `tool_result` blocks "
            f"immediately after: {', '.join(missing)}. Each `tool_use` block must have a "
            "corresponding `tool_result` block in the next message."
        )
