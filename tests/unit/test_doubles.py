import asyncio
from datetime import UTC, timedelta

import pytest

from memory_core.concurrency import Nursery
from memory_core.errors import ModelUnavailable
from memory_core.model import Message, Prompt
from memory_core.testing import FakeClock, Gate, ScriptedModel, seen
from tests.unit.strategies import message

PROMPT = Prompt(system="rules", question="papaya?", speaker="Anna")


class Listener(list[str]):
    async def hear(self, piece: str) -> None:
        self.append(piece)


def test_a_fake_clock_moves_only_when_told() -> None:
    clock = FakeClock()
    start = clock.now()
    assert (start, start.tzinfo) == (clock.now(), UTC)
    assert clock.advance(seconds=1.5) == start + timedelta(seconds=1.5)
    clock.advance(timedelta(days=2), seconds=0.5)
    assert clock.now() == start + timedelta(days=2, seconds=2)


async def test_a_scripted_answer_is_streamed_in_pieces() -> None:
    heard, model = Listener(), ScriptedModel("a rather long answer")
    answer = await model.answer(PROMPT, heard.hear)
    assert len(heard) > 1
    assert "".join(heard) == "a rather long answer"
    assert (answer.model, answer.usage.output_tokens > 0) == ("scripted", True)
    assert model.prompts == [PROMPT]


async def test_a_scripted_answer_can_stop_half_way() -> None:
    heard = Listener()
    with pytest.raises(ModelUnavailable):
        await ScriptedModel(("half", ModelUnavailable("down"))).answer(PROMPT, heard.hear)
    assert heard == ["half"]


async def test_a_scripted_answer_waits_at_its_gates() -> None:
    heard, gate, event = Listener(), Gate(), asyncio.Event()
    model = ScriptedModel(("one ", gate, "two ", event, "three"))
    task = Nursery().spawn(model.answer(PROMPT, heard.hear), "answer")
    await gate.reached.wait()
    assert heard == ["one "]
    gate.open.set()
    event.set()
    await task
    assert "".join(heard) == "one two three"


async def test_a_script_goes_on_with_its_function_or_fails_the_test() -> None:
    heard, model = Listener(), ScriptedModel("first", by=lambda prompt: prompt.question)
    await model.answer(PROMPT, heard.hear)
    await model.answer(PROMPT, heard.hear)
    assert heard == ["first", "papaya?"]
    with pytest.raises(AssertionError, match="papaya"):
        await ScriptedModel().answer(PROMPT, heard.hear)


def test_seen_is_all_that_a_model_reads() -> None:
    history: tuple[Message, ...] = (message("hello", state="interrupted", role="assistant"),)
    prompt = Prompt(system="rules", history=history, question="papaya?", speaker="Anna")
    assert seen(prompt) == 'rules\nassistant:\nhello\n[interrupted]\nuser:\n"Anna": papaya?'
