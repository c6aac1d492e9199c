"""Values of a shape from servers that enforce it, that have only tools, that have neither."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from anthropic import AsyncAnthropic

from bot.llm.endpoint import Endpoint
from bot.llm.json_calls import JsonCalls
from memory_core.errors import (
    AnswerCut,
    AnswerInterrupted,
    BadOutput,
    ContextOverflow,
    EmptyAnswer,
    ModelError,
    ModelMisconfigured,
    ModelTimedOut,
    ModelUnavailable,
    RateLimited,
    Refused,
)
from memory_core.model import JsonRequest, Usage
from memory_core.testing import FakeClock
from tests.peers.anthropic import (
    Fault,
    FaultName,
    MessagesTwin,
    Mode,
    RecordedRequest,
    Reply,
    ToolCall,
    calls,
    in_system,
    offers_tool,
    says,
    says_json,
    wants_json,
)
from tests.peers.sdk_client import client

OPENS_AFTER = 5
TEA = {"op": "add", "content": "likes tea"}
CAT = {"op": "add", "content": "has a cat"}
BAD = {"facts": [{"op": "sing", "content": "la"}]}
SCHEMA = {
    "type": "object",
    "required": ["facts"],
    "properties": {
        "facts": {
            "type": "array",
            "maxItems": 50,
            "items": {
                "type": "object",
                "required": ["op", "content"],
                "properties": {
                    "op": {"enum": ["add", "delete"]},
                    "content": {"type": "string", "maxLength": 1000, "minLength": 1},
                    "weight": {"type": "integer", "minimum": 0, "maximum": 9},
                },
            },
        }
    },
}


def facts(value: object) -> list[object]:
    """Take a list of facts whose ops are known."""
    match value:
        case {"facts": [*items]} if all(isinstance(item, dict) for item in items):
            if all(item.get("op") in {"add", "delete"} for item in items):
                return items
            raise ValueError("every op must be one of the two")
    raise ValueError("there is no list of facts")


REQUEST = JsonRequest(
    instructions="List what is new.",
    text="I like tea. I have a cat.",
    name="facts",
    schema=SCHEMA,
    parse=facts,
    max_tokens=1_000,
)


class Bench:
    """Calls to a twin, with the pauses they would have made."""

    def __init__(self, twin: MessagesTwin, api: AsyncAnthropic, timeout_s: float) -> None:
        self.twin = twin
        self.pauses: list[float] = []
        self.endpoint = Endpoint(FakeClock(), self._pause)
        self.model = JsonCalls(
            api,
            self.endpoint,
            model="claude-haiku-5-5",
            answer_timeout_s=timeout_s,
            timeout_s=10.0,
        )

    async def ask(self, request: JsonRequest[list[object]] = REQUEST) -> list[object]:
        return (await self.model.ask(request)).value

    async def trouble(self, request: JsonRequest[list[object]] = REQUEST) -> ModelError:
        with pytest.raises(ModelError) as raised:
            await self.model.ask(request)
        return raised.value

    @property
    def ways(self) -> list[str]:
        """How each request asked for JSON."""
        return [_way(request) for request in self.twin.requests]

    async def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)


def _way(request: RecordedRequest) -> str:
    return "native" if request.schema else "tool" if request.tools else "text"


@asynccontextmanager
async def bench(*modes: Mode, timeout_s: float = 10.0) -> AsyncIterator[Bench]:
    async with MessagesTwin(modes=modes) as twin, client(twin) as api:
        yield Bench(twin, api, timeout_s)


def says_facts(*items: object) -> Reply:
    return says_json({"facts": list(items)})


async def test_a_server_that_enforces_schemas_is_asked_once() -> None:
    async with bench() as bot:
        bot.twin.on(reply=says_facts(TEA, CAT))
        answer = await bot.model.ask(REQUEST)
        again = await bot.ask()
        assert bot.ways == ["native", "native"]
        assert bot.twin.refusals == []
    assert answer.value == again == [TEA, CAT]
    assert answer.model == "claude-haiku-5-5"
    assert not answer.partial
    assert answer.usage.input_tokens > 0
    assert answer.usage.output_tokens > 1


async def test_the_request_carries_the_words_and_streams() -> None:
    async with bench() as bot:
        bot.twin.on(reply=says_facts())
        await bot.ask(replace(REQUEST, text="tea \ud83d\ude00 \ud83d", model="claude-opus-5-5"))
        [request] = bot.twin.requests
    assert request.streaming
    assert request.model == "claude-opus-5-5"
    assert (request.system, request.last_user_text) == ("List what is new.", "tea 😀 \ufffd")
    assert request.body["max_tokens"] == 1_000


async def test_limits_no_server_enforces_are_told_as_words() -> None:
    async with bench() as bot:
        bot.twin.on(reply=says_facts())
        await bot.ask()
        sent = bot.twin.requests[0].schema or {}
    item = sent["properties"]["facts"]["items"]
    assert item["additionalProperties"] is False
    assert "maxLength: 1000" in item["properties"]["content"]["description"]
    assert "maxLength" in str(SCHEMA), "ours stays as it is"


async def test_prose_around_json_is_salvaged_without_another_request() -> None:
    async with bench("ignores_output_config") as bot:
        bot.twin.on(reply=says('Sure {ok}!\n```json\n[{"op": "add", "content": "likes tea"},]```'))
        assert await bot.ask() == [TEA]
        assert bot.ways == ["native"]


async def test_a_server_that_ignores_schemas_gets_a_tool_from_then_on() -> None:
    async with bench("ignores_output_config") as bot:
        bot.twin.on(wants_json, reply=says_facts(TEA))
        bot.twin.on(offers_tool("facts"), reply=calls("facts", {"facts": [CAT]}))
        assert [await bot.ask() for _ in range(3)] == [[TEA], [CAT], [CAT]]
        assert bot.ways == ["native", "tool", "tool"]


async def test_tool_json_as_text_is_understood_and_stays_the_way() -> None:
    async with bench("ignores_output_config", "tool_json_as_text") as bot:
        bot.twin.on(wants_json, reply=says("I like tea too!"))
        bot.twin.on(offers_tool("facts"), reply=calls("facts", {"facts": [TEA]}))
        assert [await bot.ask() for _ in range(2)] == [[TEA], [TEA]]
        assert bot.ways == ["native", "tool", "tool"]


async def test_a_server_without_either_reads_the_shape_in_the_prompt() -> None:
    async with bench("ignores_output_config", "no_tools") as bot:
        bot.twin.on(wants_json, reply=says("I like tea too!"))
        bot.twin.on(in_system('"op": "add" | "delete"'), reply=says_facts(TEA))
        assert [await bot.ask() for _ in range(2)] == [[TEA], [TEA]]
        assert bot.ways == ["native", "tool", "text", "text"]
        shown = bot.twin.requests[-1].system
    assert '"content": <string>' in shown
    assert '"weight": <integer>, // may be left out' in shown
    assert "{shape}" not in shown


async def test_a_tool_that_is_not_called_gives_way_to_the_prompt() -> None:
    async with bench("ignores_output_config", "tool_json_as_text") as bot:
        bot.twin.on(wants_json, reply=says_facts(TEA))
        bot.twin.on(offers_tool("facts"), reply=says("No, thank you."))
        bot.twin.on(reply=says_facts(CAT))
        assert [await bot.ask() for _ in range(3)] == [[TEA], [CAT], [CAT]]
        assert bot.ways == ["native", "tool", "text", "text"]


@pytest.mark.parametrize(
    ("modes", "ways"),
    [
        (("no_output_config",), ["native", "tool", "tool"]),
        (("no_output_config", "no_tools"), ["native", "tool", "text", "text"]),
    ],
)
async def test_a_refused_feature_is_not_asked_for_again(
    modes: tuple[Mode, ...], ways: list[str]
) -> None:
    async with bench(*modes) as bot:
        bot.twin.on(offers_tool("facts"), reply=calls("facts", {"facts": [TEA]}))
        bot.twin.on(reply=says_facts(TEA))
        assert [await bot.ask() for _ in range(2)] == [[TEA], [TEA]]
        assert bot.ways == ways


async def test_a_wrong_model_id_is_no_matter_of_features() -> None:
    async with bench() as bot:
        bot.twin.on(wants_json, fault="model_not_found_404")
        assert isinstance(await bot.trouble(), ModelMisconfigured)
        assert bot.ways == ["native"]


async def test_ways_are_known_per_model() -> None:
    async with bench("ignores_output_config") as bot:
        bot.twin.on(wants_json, reply=says_facts(TEA))
        bot.twin.on(reply=calls("facts", {"facts": [CAT]}))
        other = replace(REQUEST, model="claude-opus-5-5")
        assert [await bot.ask() for _ in range(2)] == [[TEA], [CAT]]
        assert await bot.ask(other) == [TEA]
        assert bot.ways == ["native", "tool", "native"]


async def test_first_calls_at_the_same_time_end_up_at_the_same_way() -> None:
    async with bench("ignores_output_config", "no_tools") as bot:
        bot.twin.on(wants_json, reply=says("What a lovely day."))
        bot.twin.on(reply=says_facts(TEA))
        async with asyncio.TaskGroup() as group:
            both = [group.create_task(bot.ask()) for _ in range(2)]
        assert [task.result() for task in both] == [[TEA], [TEA]]
        assert bot.ways.count("native") == bot.ways.count("text") == 2
        assert 1 <= bot.ways.count("tool") <= 2, "the second may have learnt from the first"
        tried = len(bot.ways)
        await bot.ask()
        assert bot.ways[tried:] == ["text"]


async def test_a_request_that_is_bad_in_every_way_teaches_nothing() -> None:
    async with bench() as bot:
        error = await bot.trouble(replace(REQUEST, max_tokens=99_000_000))
        assert isinstance(error, ModelMisconfigured)
        assert "maximum allowed number" in str(error)
        assert bot.ways == ["native", "tool", "text"]
        bot.twin.on(reply=says_facts(TEA))
        await bot.ask()
        assert bot.ways[3:] == ["native"]


async def test_an_answer_that_does_not_fit_is_repaired_once() -> None:
    async with bench() as bot:
        bot.twin.once(reply=says_json(BAD))
        bot.twin.once(reply=says_facts(TEA))
        answer = await bot.model.ask(REQUEST)
        first, second = bot.twin.requests
    assert answer.value == [TEA]
    assert [message["role"] for message in second.messages] == ["user", "assistant", "user"]
    assert second.messages[0] == first.messages[0]
    assert "sing" in second.messages[1]["content"]
    assert "every op must be one of the two" in second.last_user_text
    assert "{complaint}" not in second.last_user_text


async def test_usage_counts_every_request() -> None:
    async with bench() as bot:
        bot.twin.once(reply=says_json(BAD, usage={"input_tokens": 10, "output_tokens": 3}))
        bot.twin.once(fault="cut_mid_stream", reply=says_json({}, usage={"input_tokens": 100}))
        bot.twin.once(reply=says_json({"facts": []}, usage={"input_tokens": 1000}))
        answer = await bot.model.ask(REQUEST)
    assert answer.usage.input_tokens == 1110
    assert answer.usage.output_tokens > 3


@pytest.mark.parametrize("way", ["native", "tool", "text"])
async def test_what_never_fits_is_bad_output_after_one_repair(way: str) -> None:
    modes: dict[str, tuple[Mode, ...]] = {
        "native": (),
        "tool": ("ignores_output_config",),
        "text": ("ignores_output_config", "no_tools"),
    }
    async with bench(*modes[way]) as bot:
        bot.twin.on(offers_tool("facts"), reply=calls("facts", BAD))
        bot.twin.on(reply=says_json(BAD))
        await bot.trouble()
        before = len(bot.ways)
        error = await bot.trouble()
        assert isinstance(error, BadOutput)
        assert bot.ways[before:] == [way, way]
        assert bot.twin.refusals == [] or way == "text"
    assert str(error) == "every op must be one of the two"
    assert error.usage
    assert error.usage.output_tokens > 20
    assert not bot.endpoint.breaker.is_open


async def test_json_that_is_only_of_the_wrong_shape_is_no_reason_to_ask_another_way() -> None:
    async with bench() as bot:
        bot.twin.once(reply=says_json({"nothing": "here"}))
        bot.twin.on(reply=says_facts(TEA))
        await bot.ask()
        await bot.ask()
        assert bot.ways == ["native"] * 3


async def test_arguments_that_are_not_json_are_repaired() -> None:
    async with bench("ignores_output_config") as bot:
        bot.twin.once(wants_json, reply=says("Hm."))
        bot.twin.once(fault="tool_call_with_invalid_json", reply=calls("facts", {}))
        bot.twin.on(reply=calls("facts", {"facts": [TEA]}))
        assert isinstance(await bot.trouble(), BadOutput)
        assert await bot.ask() == [TEA]
        assert bot.ways == ["native", "tool", "tool"]


ENDINGS: list[tuple[FaultName, type[ModelError], int]] = [
    ("max_tokens", AnswerCut, 1),
    ("refusal", Refused, 1),
    ("empty_text", EmptyAnswer, 1),
    ("model_context_window_exceeded", ContextOverflow, 1),
    ("prompt_too_long", ContextOverflow, 1),
    ("llama_exceed_context", ContextOverflow, 1),
    ("unauthorized_401", ModelMisconfigured, 1),
    ("rate_limited", RateLimited, 1),
    ("overloaded_529", ModelUnavailable, 3),
    ("unavailable_503_html", ModelUnavailable, 3),
    ("closed_before_headers", ModelUnavailable, 3),
    ("clean_end_without_message_stop", AnswerInterrupted, 3),
    ("cut_mid_stream", AnswerInterrupted, 3),
    ("pause_turn", AnswerInterrupted, 3),
    ("sse_error_event", ModelUnavailable, 3),
    ("malformed_sse", BadOutput, 3),
    ("html_200", BadOutput, 3),
    ("missing_event_lines", BadOutput, 3),
]


@pytest.mark.parametrize(("fault", "error", "requests"), ENDINGS)
async def test_what_went_wrong_is_said_in_the_cores_words(
    fault: FaultName, error: type[ModelError], requests: int
) -> None:
    async with bench() as bot:
        bot.twin.on(fault=fault, reply=says_facts(TEA, CAT))
        raised = await bot.trouble()
        assert type(raised) is error
        assert bot.ways == ["native"] * requests
        assert len(bot.pauses) == requests - 1
    assert raised.usage is not None


async def test_an_overloaded_server_is_asked_again() -> None:
    async with bench() as bot:
        bot.twin.once(fault="overloaded_529")
        bot.twin.on(reply=says_facts(TEA))
        assert await bot.ask() == [TEA]
        assert bot.ways == ["native", "native"]


async def test_errors_within_a_stream_say_nothing_of_features() -> None:
    async with bench() as bot:
        bot.twin.on(wants_json, fault=Fault(name="sse_error_event"), times=2)
        bot.twin.on(reply=says_facts(TEA))
        assert await bot.ask() == [TEA]
        assert bot.ways == ["native"] * 3


async def test_an_open_breaker_refuses_at_once() -> None:
    async with bench() as bot:
        bot.twin.on(fault="overloaded_529")
        for _ in range(2):
            await bot.trouble()
        error = await bot.trouble()
        assert isinstance(error, ModelUnavailable)
        assert error.retry_in
        assert len(bot.ways) == OPENS_AFTER
    assert error.usage == Usage()


async def test_a_server_that_hangs_is_given_up_and_counts_as_failing() -> None:
    async with bench(timeout_s=0.05) as bot:
        bot.twin.on(fault="hang_before_headers")
        for _ in range(OPENS_AFTER):
            assert isinstance(await bot.trouble(), ModelTimedOut)
        assert bot.endpoint.breaker.is_open


async def test_a_question_takes_no_longer_than_it_may() -> None:
    async with bench() as bot:
        bot.model._timeout_s = 0.1
        bot.twin.on(reply=says('{"facts":', asyncio.Event(), "[]}"))
        error = await bot.trouble()
        assert isinstance(error, ModelTimedOut)
        assert error.usage
        assert error.usage.input_tokens > 0


async def test_a_cut_answer_is_used_only_where_that_is_wanted() -> None:
    async with bench() as bot:
        cut = says('{"facts": [{"op": "add", "content": "likes tea"}, {"op": "ad')
        bot.twin.on(reply=replace(cut, stop_reason="max_tokens"))
        assert isinstance(await bot.trouble(), AnswerCut)
        answer = await bot.model.ask(replace(REQUEST, partial=True))
        assert (answer.value, answer.partial) == ([TEA], True)
        assert len(bot.ways) == 2


async def test_an_answer_with_nothing_complete_is_cut_even_then() -> None:
    async with bench() as bot:
        bot.twin.on(reply=replace(says("{"), stop_reason="max_tokens"))
        assert isinstance(await bot.trouble(replace(REQUEST, partial=True)), AnswerCut)


async def test_a_broken_answer_is_repaired_before_its_rest_is_used() -> None:
    broken = (
        '{"facts": [{"op": "add", "content": "likes tea"}, {"op": "add", "content": "a "b""}]}'
    )
    async with bench("ignores_output_config", "no_tools") as bot:
        bot.twin.once(reply=says(broken))
        bot.twin.once(reply=says_facts(TEA, CAT))
        assert await bot.ask(replace(REQUEST, partial=True)) == [TEA, CAT]
        bot.twin.once(reply=says(broken))
        bot.twin.once(reply=says("I cannot."))
        answer = await bot.model.ask(replace(REQUEST, partial=True))
    assert (answer.value, answer.partial) == ([TEA], True)


async def test_cancelling_leaves_the_server_in_good_standing() -> None:
    async with bench() as bot:
        bot.twin.on(reply=says("{", asyncio.Event(), "}"))
        for number in range(OPENS_AFTER):
            async with asyncio.TaskGroup() as group:
                task = group.create_task(bot.ask())
                await bot.twin.arrived(number + 1)
                task.cancel()
            assert task.cancelled()
        assert not bot.endpoint.breaker.is_open


async def test_two_calls_of_the_tool_are_two_chances() -> None:
    two = (ToolCall(name="facts", input={}), ToolCall(name="facts", input={"facts": [TEA]}))
    async with bench("ignores_output_config") as bot:
        bot.twin.on(wants_json, reply=says("Hm."))
        bot.twin.on(reply=Reply(blocks=two))
        assert await bot.ask() == [TEA]
