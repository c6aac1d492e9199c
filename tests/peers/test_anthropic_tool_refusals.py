"""Each rule for tools, cache marks and schemas, against a literal request that breaks it."""

from typing import Any

import pytest

from .anthropic import MessagesTwin
from .raw_messages import Json, assistant, body, post, text, user

MARK = {"type": "ephemeral"}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "query", "input": {}}
OTHER = {"type": "tool_use", "id": "toolu_2", "name": "query", "input": {}}
RESULT = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "1 row"}
TOOL = {"name": "query", "input_schema": {"type": "object", "properties": {}}}
UNANSWERED = (
    "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: "
    "{}. Each `tool_use` block must have a corresponding `tool_result` block in the next message."
)


def schema(**fields: Any) -> Json:
    return {"format": {"type": "json_schema", "schema": fields}}


REFUSED: list[tuple[Json, str]] = [
    ({"messages": [user(), assistant(CALL), user()]}, UNANSWERED.format("toolu_1")),
    ({"messages": [user(), assistant(CALL)]}, UNANSWERED.format("toolu_1")),
    (
        {"messages": [user(), assistant(CALL, OTHER), user(RESULT)]},
        UNANSWERED.format("toolu_2"),
    ),
    (
        {"messages": [user(), assistant(CALL), user(text("So"), RESULT)]},
        UNANSWERED.format("toolu_1"),
    ),
    (
        {"messages": [user(RESULT)]},
        (
            "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: "
            "toolu_1. Each `tool_result` block must have a corresponding `tool_use` block "
            "in the previous message."
        ),
    ),
    (
        {"messages": [user(), assistant(CALL), user(RESULT, RESULT)]},
        (
            "messages.2.content.1: each tool_use must have a single result. Found multiple "
            "`tool_result` blocks with id: toolu_1"
        ),
    ),
    (
        {"messages": [user(), assistant(CALL, CALL), user(RESULT)]},
        "messages.1.content.1: `tool_use` ids must be unique",
    ),
    (
        {"messages": [user(), assistant(CALL | {"id": "call:1"}), user(RESULT)]},
        "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ),
    ({"tools": [{"name": "query"}]}, "tools.0.custom.input_schema: Field required"),
    (
        {"tools": [TOOL | {"name": "run query"}]},
        "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ),
    (
        {"tools": [TOOL | {"input_schema": {"type": "string"}}]},
        "tools.0.custom.input_schema.type: Input should be 'object'",
    ),
    (
        {"tools": [TOOL | {"parameters": {}}]},
        "tools.0.custom.parameters: Extra inputs are not permitted",
    ),
    ({"tools": [TOOL, TOOL]}, "tools: Tool names must be unique."),
    (
        {"tool_choice": {"type": "any"}},
        "tool_choice may only be specified while providing tools.",
    ),
    (
        {"tools": [TOOL], "tool_choice": {"type": "tool", "name": "x"}},
        "tool_choice: Tool 'x' not found in provided tools",
    ),
    (
        {"system": [text("Be kind", cache_control={"type": "forever"})]},
        "system.0.text.cache_control.type: Input should be 'ephemeral'",
    ),
    (
        {"system": [text("Be kind", cache_control=MARK | {"ttl": "2h"})]},
        "system.0.text.cache_control.ttl: Input should be '5m' or '1h'",
    ),
    (
        {"system": [text("Be kind", cache_control=MARK)] * 5},
        "A maximum of 4 blocks with cache_control may be provided. Found 5.",
    ),
    (
        {
            "system": [
                text("Be kind", cache_control=MARK),
                text("Be brief", cache_control=MARK | {"ttl": "1h"}),
            ]
        },
        (
            "system.1.text.cache_control.ttl: a ttl='1h' cache_control block must not come after "
            "a ttl='5m' cache_control block. Note that blocks are processed in the following "
            "order: `tools`, `system`, `messages`."
        ),
    ),
    (
        {"output_config": {"format": {"type": "json_object"}}},
        "output_config.format.schema: Field required",
    ),
    (
        {"output_config": schema(type="object", properties={})},
        (
            "output_config.format.schema: For 'object' type, 'additionalProperties' must be "
            "explicitly set to false"
        ),
    ),
    (
        {"output_config": schema(type="array", items={"type": "string", "maxLength": 5})},
        "output_config.format.schema: For 'string' type, property 'maxLength' is not supported",
    ),
    (
        {"output_config": schema(type="integer", minimum=1, maximum=5)},
        (
            "output_config.format.schema: For 'integer' type, properties maximum, minimum are not "
            "supported"
        ),
    ),
    ({"output_format": {}}, "output_format: Extra inputs are not permitted"),
]


@pytest.mark.parametrize(("changes", "message"), REFUSED)
async def test_a_bad_tool_turn_mark_or_schema_is_refused_in_the_words_of_the_api(
    changes: Json, message: str
) -> None:
    async with MessagesTwin() as twin:
        response = await post(twin, body(**changes))
        assert [refusal.message for refusal in twin.refusals] == [message]
    assert response.error == (400, "invalid_request_error", message)


async def test_turns_of_one_role_are_merged_when_the_twin_is_told_to() -> None:
    split = [user(), assistant(text("Hm")), assistant(CALL), user(RESULT), user(text("Well?"))]
    async with MessagesTwin(strict_alternation=False) as twin:
        response = await post(twin, body(messages=split))
    assert response.status == 200


async def test_a_whole_conversation_with_tools_is_welcome() -> None:
    spoken = [user(), assistant(text("Hm"), CALL, OTHER)]
    results = user(RESULT | {"tool_use_id": "toolu_2"}, RESULT, text("Well?"))
    async with MessagesTwin() as twin:
        response = await post(twin, body(messages=[*spoken, results], tools=[TOOL]))
        assert twin.refusals == []
        assert [found["tool_use_id"] for found in twin.requests[-1].tool_results] == [
            "toolu_2",
            "toolu_1",
        ]
    assert response.status == 200
