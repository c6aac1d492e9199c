"""What the server is asked: layout, roles, tools, cache marks; and what it reports back."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.llm.anthropic_messages import request
from memory_core import prompts
from memory_core.errors import BadOutput
from memory_core.model import Message, Prompt, ToolCall, ToolRound, Usage
from memory_core.policy import DEFAULT
from tests.bot import makers
from tests.bot.model_talks import connected, talking
from tests.bot.model_tools import SPEC, Query
from tests.peers.anthropic import (
    MessagesTwin,
    RecordedRequest,
    Reply,
    calls,
    has_tool_results,
    said,
    says,
)
from tests.peers.anthropic import (
    ToolCall as Asked,
)


def body(prompt: Prompt) -> dict[str, Any]:
    return request(prompt, model="m", max_tokens=10)


def roles(asked: dict[str, Any]) -> list[str]:
    return [message["role"] for message in asked["messages"]]


def texts_of(message: dict[str, Any]) -> list[str]:
    return [block["text"] for block in message["content"]]


def test_system_history_and_question_stand_in_this_order() -> None:
    prompt = makers.prompt("Who am I?", "I am Ann.", makers.bot("Hello Ann.", 2))
    asked = body(replace(prompt, system="Be brief."))
    assert [block["text"] for block in asked["system"]] == ["Be brief."]
    assert list(map(texts_of, asked["messages"])) == [["I am Ann."], ["Hello Ann."], ["Who am I?"]]
    assert roles(asked) == ["user", "assistant", "user"]


def test_a_summary_is_a_block_of_its_own_behind_the_system_text() -> None:
    prompt = replace(makers.prompt("now", "before"), system="Be brief.", summary="Earlier: tea.")
    rules, summary = body(prompt)["system"]
    assert rules == {"type": "text", "text": "Be brief."}
    assert summary["text"] == "Earlier: tea."
    assert "cache_control" in summary


async def test_a_server_takes_a_prompt_with_a_summary() -> None:
    async with MessagesTwin() as twin, connected(twin) as to:
        prompt = makers.prompt("now", makers.bot("kept"), "before")
        await to.answer(replace(prompt, system="Be brief.", summary="Earlier: tea."))
    assert twin.requests[0].cache_breakpoints[0] == "system.1"


def test_an_unanswered_question_and_the_next_one_are_one_message() -> None:
    asked = body(makers.prompt("Are you there?", "Hello?"))
    assert list(map(texts_of, asked["messages"])) == [["Hello?", "Are you there?"]]


def test_a_conversation_whose_beginning_is_cut_opens_with_a_note() -> None:
    asked = body(makers.prompt("And then?", makers.bot("It works.")))
    assert roles(asked) == ["user", "assistant", "user"]
    assert texts_of(asked["messages"][0]) == [prompts.text("kept_tail")]


def test_speakers_of_a_group_are_named_and_a_broken_answer_is_marked() -> None:
    broken = makers.message("Half an", 2, role="assistant", state="interrupted")
    asked = body(makers.prompt("Go on", ("Ann", "Tell us"), broken, speaker="Ben"))
    assert texts_of(asked["messages"][0]) == ['"Ann": Tell us']
    assert texts_of(asked["messages"][1]) == ["Half an\n[interrupted]"]
    assert texts_of(asked["messages"][2]) == ['"Ben": Go on']


def test_marks_stand_at_the_end_of_system_and_of_the_previous_turn_only() -> None:
    prompt = makers.prompt("now", "before", makers.bot("answer", 2))
    marked = RecordedRequest(number=1, at=0, headers={}, raw=b"", body=body(prompt))
    assert marked.cache_breakpoints == ["system.0", "messages.1.content.0"]
    first = RecordedRequest(number=1, at=0, headers={}, raw=b"", body=body(makers.prompt("now")))
    assert first.cache_breakpoints == ["system.0"]


def used(id_: str, arguments: str = "{}", name: str = "query") -> ToolRound:
    call = ToolCall(id=id_, name=name, arguments=arguments, result="1 row")
    return ToolRound(text="Let me look.", calls=(call,))


def with_rounds(*rounds: ToolRound, seq: int = 1) -> Message:
    return makers.bot("One row.", seq)._replace(rounds=rounds)


def test_tools_that_may_no_longer_be_used_are_still_described() -> None:
    prompt = replace(makers.prompt("count"), tools=(SPEC,), rounds=(used("a"),))
    assert "tool_choice" not in body(replace(prompt, may_use_tools=True))
    assert body(prompt)["tool_choice"] == {"type": "none"}
    assert body(prompt)["tools"][0]["name"] == "query"


async def test_calls_of_another_server_do_not_spoil_the_session() -> None:
    foreign = (
        with_rounds(used("call 0"), used("call 0", "[1]"), seq=1),
        with_rounds(used("", '{"x": NaN}'), used("call 0", "no json", "functions.query"), seq=2),
    )
    async with MessagesTwin() as twin, connected(twin) as to:
        await to.answer(replace(makers.prompt("hello", *foreign), system="Be brief."))
    sent = twin.requests[0].messages
    uses = [block for part in sent for block in part["content"] if block["type"] == "tool_use"]
    assert [use["id"] for use in uses] == ["call_0", "call_0_2", "call", "call_0_3"]
    assert [use["input"] for use in uses] == [{}, {}, {"x": None}, {}]
    assert uses[-1]["name"] == "functions_query"


def asks(*queries: str) -> Reply:
    blocks = tuple(Asked(name="query", input={"sql": query}) for query in queries)
    return replace(calls("query", {}, text="Let me look. "), blocks=blocks)


async def test_parallel_calls_get_all_results_in_one_message_and_are_remembered(
    tmp_path: Path,
) -> None:
    async with MessagesTwin() as twin, talking(tmp_path, twin, tools=[Query()]) as talk:
        twin.once(said("count"), reply=asks("one", "two"))
        twin.once(has_tool_results, reply="Both done.")
        reply = await talk.ask("count")
        await talk.ask("thanks")
        _, second, third = twin.requests
    assert reply.text == "Both done."
    results = [json.loads(result["content"]) for result in second.tool_results]
    assert results == [{"sql": "one"}, {"sql": "two"}]
    assert third.messages[:3] == second.messages
    assert not twin.refusals


async def test_after_the_last_round_the_model_must_answer(tmp_path: Path) -> None:
    policy = replace(DEFAULT, tool_rounds=2)
    async with (
        MessagesTwin() as twin,
        talking(tmp_path, twin, policy=policy, tools=[Query()]) as talk,
    ):
        twin.on(reply=asks("again"))
        reply = await talk.ask("count")
    assert isinstance(reply.error, BadOutput)
    choices = [request.body.get("tool_choice") for request in twin.requests]
    assert choices == [None, None, {"type": "none"}]


async def test_usage_is_told_as_the_server_counts_it() -> None:
    counted = {
        "input_tokens": 3,
        "cache_creation_input_tokens": 20,
        "cache_read_input_tokens": 100,
        "output_tokens": 7,
    }
    async with MessagesTwin() as twin, connected(twin) as to:
        twin.on(reply=says("hi", usage=counted))
        answer = await to.answer()
    assert answer.usage == Usage(
        input_tokens=3, cache_creation_tokens=20, cache_read_tokens=100, output_tokens=7
    )
    assert answer.model == "claude-sonnet-5-5"


async def test_a_server_that_counts_nothing_is_no_reason_to_fail() -> None:
    nothing = dict.fromkeys(("cache_creation_input_tokens", "cache_read_input_tokens"), None)
    async with MessagesTwin() as twin, connected(twin) as to:
        twin.on(reply=says("hi", usage=nothing))
        answer = await to.answer()
    assert answer.usage.cache_read_tokens == 0
