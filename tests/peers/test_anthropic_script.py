"""Who gets which answer, and how servers of other kinds would give it."""

import json

import pytest

from .anthropic import (
    MessagesTwin,
    RecordedRequest,
    Replier,
    ScriptError,
    anywhere,
    calls,
    has_tool_results,
    in_system,
    offers_tool,
    said,
    says,
    says_json,
    wants_json,
)
from .raw_messages import Json, assistant, body, post, text, user

TOOL = {
    "name": "query",
    "input_schema": {
        "type": "object",
        "properties": {"sql": {"type": "string"}},
        "required": ["sql"],
    },
}
FACTS = {
    "format": {
        "type": "json_schema",
        "schema": {
            "type": "object",
            "additionalProperties": False,
            "required": ["facts", "kind"],
            "properties": {
                "facts": {"type": "array", "items": {"type": "string"}},
                "kind": {"enum": ["habit", "project"]},
                "note": {"type": "string"},
            },
        },
    }
}


async def answer(twin: MessagesTwin, **changes: object) -> str:
    response = await post(twin, body(**changes))
    spoken: str = response.json["content"][0]["text"]
    return spoken


async def mistaken(reply: Replier, **changes: object) -> None:
    """The client hears of a mistake at once, the test when the twin closes."""
    async with MessagesTwin() as twin:
        twin.on(reply=reply)
        assert (await post(twin, body(**changes))).status == 500


async def test_first_a_fault_then_the_answer() -> None:
    async with MessagesTwin() as twin:
        twin.once(said("hello"), fault="overloaded_529")
        twin.on(said("hello"), reply="Good day")
        statuses = [(await post(twin, body())).status for _ in range(3)]
    assert statuses == [529, 200, 200]


async def test_the_first_rule_that_matches_answers() -> None:
    earlier = [user(text("apples")), assistant(), user(text("So?"))]
    async with MessagesTwin() as twin:
        twin.on(said("apples"), reply="last")
        twin.on(anywhere("apples"), in_system("kind"), reply="anywhere, kind")
        twin.on(anywhere("apples"), reply="anywhere")
        twin.on(offers_tool("query"), reply="a tool")
        twin.on(wants_json, reply=says_json({"facts": []}))
        twin.default = "default"
        assert await answer(twin, messages=[user(text("APPLES"))]) == "last"
        assert await answer(twin, messages=earlier, system="Be kind") == "anywhere, kind"
        assert await answer(twin, messages=earlier) == "anywhere"
        assert await answer(twin, tools=[TOOL]) == "a tool"
        assert await answer(twin, output_config=FACTS) == '{"facts": []}'
        assert await answer(twin) == "default"


async def test_a_reply_may_be_a_function_of_the_request() -> None:
    def rows(request: RecordedRequest) -> str:
        return f"There are {request.tool_results[0]['content']}"

    async with MessagesTwin() as twin:
        twin.on(has_tool_results, reply=rows)
        twin.on(reply=calls("query", {"sql": "SELECT 1"}))
        call = (await post(twin, body(tools=[TOOL]))).json["content"][0]
        result = {"type": "tool_result", "tool_use_id": call["id"], "content": "3 rows"}
        told = await answer(twin, messages=[user(), assistant(call), user(result)], tools=[TOOL])
    assert told == "There are 3 rows"


async def test_without_a_rule_the_answer_tells_how_many_messages_came() -> None:
    async with MessagesTwin() as twin:
        one = await answer(twin)
        three = await answer(twin, messages=[user(), assistant(), user(text("And now?"))])
    assert "one message; the last one says: Hello" in one
    assert "3 messages; the last one says: And now?" in three


async def test_without_a_rule_a_schema_is_followed_and_a_forced_tool_called() -> None:
    async with MessagesTwin() as twin:
        by_schema = json.loads(await answer(twin, output_config=FACTS))
        forced = await post(twin, body(tools=[TOOL], tool_choice={"type": "any"}))
    assert by_schema == {"facts": [], "kind": "habit"}
    assert forced.json["content"][0]["input"] == {"sql": ""}


async def test_a_server_may_ignore_the_schema_and_fence_its_json() -> None:
    async with MessagesTwin(modes=["ignores_output_config"]) as twin:
        twin.once(reply=says_json({"facts": []}))
        twin.once(reply="I would rather not.")
        fenced = await answer(twin, output_config=FACTS)
        prose = await answer(twin, output_config=FACTS)
    assert fenced == 'Here is the JSON:\n\n```json\n{\n  "facts": []\n}\n```\n'
    assert prose == "I would rather not."


@pytest.mark.parametrize("choice", [{"type": "auto"}, {"type": "any"}])
async def test_a_server_may_write_its_tool_call_as_text(choice: Json) -> None:
    async with MessagesTwin(modes=["tool_json_as_text"]) as twin:
        twin.on(reply=calls("query", {"sql": "SELECT 1"}))
        response = await post(twin, body(tools=[TOOL], tool_choice=choice))
    assert response.json["stop_reason"] == "end_turn"
    assert json.loads(response.json["content"][0]["text"]) == {
        "name": "query",
        "arguments": {"sql": "SELECT 1"},
    }


async def test_a_server_may_know_no_tools() -> None:
    async with MessagesTwin(modes=["no_tools"]) as twin:
        refused = await post(twin, body(tools=[TOOL]))
        taken = await post(twin, body())
    message = '"claude-haiku-5-5" does not support tools'
    assert refused.error == (400, "invalid_request_error", message)
    assert taken.status == 200


async def test_a_server_may_know_no_output_config() -> None:
    async with MessagesTwin(modes=["no_output_config"]) as twin:
        refused = await post(twin, body(output_config=FACTS))
        taken = await post(twin, body())
    message = "output_config: Extra inputs are not permitted"
    assert refused.error == (400, "invalid_request_error", message)
    assert taken.status == 200


async def test_a_script_that_answers_a_schema_with_prose_is_a_mistake() -> None:
    with pytest.raises(ScriptError, match="asks for JSON"):
        await mistaken("prose", output_config=FACTS)


async def test_a_script_that_ignores_a_forced_tool_is_a_mistake() -> None:
    forced = {"type": "tool", "name": "query"}
    with pytest.raises(ScriptError, match="forces query"):
        await mistaken("prose", tools=[TOOL], tool_choice=forced)


async def test_a_reply_function_that_fails_is_heard_of_at_the_end() -> None:
    def broken(request: RecordedRequest) -> str:
        return str(request.tools[0])

    with pytest.raises(ScriptError, match="IndexError"):
        await mistaken(broken)


async def test_a_refusal_needs_no_json_even_for_a_schema() -> None:
    async with MessagesTwin() as twin:
        twin.on(reply=says("I cannot", stop_reason="refusal"))
        assert await answer(twin, output_config=FACTS) == "I cannot"


async def test_an_answer_keeps_its_words_whether_streamed_or_not() -> None:
    spoken = "Two  spaces, a\nline and 你好 "
    async with MessagesTwin() as twin:
        twin.on(reply=spoken)
        whole = await answer(twin)
        parts = [
            data["delta"]["text"]
            for name, data in (await post(twin, body(stream=True))).events
            if name == "content_block_delta"
        ]
    assert whole == "".join(parts) == spoken
    assert len(parts) > 3
