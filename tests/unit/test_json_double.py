import asyncio
from dataclasses import replace

import pytest

from memory_core.concurrency import Nursery
from memory_core.errors import AnswerCut, BadOutput
from memory_core.model import JsonRequest, Usage
from memory_core.testing import Gate, ScriptedJsonModel


def words(value: object) -> list[str]:
    match value:
        case {"words": [*items]}:
            return [str(item) for item in items]
    raise ValueError("there are no words")


REQUEST = JsonRequest(
    instructions="rules",
    text="papaya",
    name="words",
    schema={"type": "object", "properties": {"words": {"type": "array"}}},
    parse=words,
    max_tokens=100,
)


async def test_a_scripted_value_goes_through_parse() -> None:
    model = ScriptedJsonModel({"words": ["a"]}, {"other": 1})
    answer = await model.ask(REQUEST)
    assert (answer.value, answer.model, answer.partial) == (["a"], "scripted", False)
    assert answer.usage.input_tokens > 0
    with pytest.raises(BadOutput, match="there are no words") as raised:
        await model.ask(REQUEST)
    assert raised.value.usage == answer.usage
    assert model.requests == [REQUEST, REQUEST]


async def test_a_scripted_text_is_read_as_a_model_writes_it() -> None:
    model = ScriptedJsonModel('Sure: ["a", "b",]', 'Sure: ["a", "b', 'Sure: ["a", "b')
    assert (await model.ask(REQUEST)).value == ["a", "b"]
    with pytest.raises(BadOutput):
        await model.ask(REQUEST)
    answer = await model.ask(replace(REQUEST, partial=True, model="m"))
    assert (answer.value, answer.partial, answer.model) == (["a"], True, "m")


async def test_a_scripted_error_is_raised_with_what_it_cost() -> None:
    costly = AnswerCut("cut")
    costly.usage = Usage(output_tokens=9)
    model = ScriptedJsonModel(AnswerCut("cut"), (costly, "never"))
    for output_tokens in (0, 9):
        with pytest.raises(AnswerCut) as raised:
            await model.ask(REQUEST)
        assert raised.value.usage
        assert raised.value.usage.output_tokens == output_tokens


async def test_a_scripted_json_answer_waits_at_its_gates() -> None:
    gate, event = Gate(), asyncio.Event()
    model = ScriptedJsonModel((gate, event, {"words": []}))
    task = Nursery().spawn(model.ask(REQUEST), "ask")
    await gate.reached.wait()
    gate.open.set()
    event.set()
    assert (await task).value == []


async def test_a_json_script_goes_on_with_its_function_or_fails_the_test() -> None:
    model = ScriptedJsonModel(by=lambda request: {"words": [request.text]})
    assert (await model.ask(REQUEST)).value == ["papaya"]
    with pytest.raises(AssertionError, match="papaya"):
        await ScriptedJsonModel().ask(REQUEST)
