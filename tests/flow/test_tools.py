"""A model that uses tools: bounded rounds, side by side, and no half pair in any history."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core import history, prompt
from memory_core.errors import BadOutput, ModelUnavailable, ToolFailed
from memory_core.model import ToolRequest, ToolSpec, Turn
from memory_core.policy import DEFAULT
from memory_core.ports import Storage
from memory_core.testing import Gate, ScriptedModel, in_memory_storage
from tests.flow.makers import ANNA, Bot

COUNT = ToolSpec(name="count", description="Counts rows.", schema={"type": "object"})


@dataclass(slots=True)
class Counter:
    """A tool that counts; ``together`` calls wait for each other."""

    together: int = 1
    calls: list[Mapping[str, object]] = field(default_factory=list)
    called: asyncio.Event = field(default_factory=asyncio.Event)
    all_here: asyncio.Event = field(default_factory=asyncio.Event)
    spec: ToolSpec = COUNT

    async def run(self, arguments: Mapping[str, object], turn: Turn) -> str:
        assert turn.text
        self.calls.append(arguments)
        self.called.set()
        if len(self.calls) >= self.together:
            self.all_here.set()
        await self.all_here.wait()
        if arguments.get("table") == "missing":
            raise ToolFailed("no such table")
        return f"{arguments.get('table')}: 7"


def call(number: int, table: str = "orders", name: str = "count") -> ToolRequest:
    return ToolRequest(id=f"call{number}", name=name, arguments=json.dumps({"table": table}))


async def test_an_answer_is_built_on_the_results_of_tools(storage: Storage) -> None:
    model = ScriptedModel(("Let me count.", call(1)), "There are 7.", "As I said.")
    bot = Bot(storage, model, tools=[Counter()])
    assert (await bot.ask("how many orders?")).text == "There are 7."
    assert 'count({"table": "orders"}) -> orders: 7' not in bot.read(0)
    assert model.prompts[1].rounds[0].calls[0].result == "orders: 7"
    await bot.ask("sure?")
    assert """Let me count.
count({"table": "orders"}) -> orders: 7
There are 7.""" in bot.read()


async def test_calls_of_one_round_run_side_by_side_and_keep_their_order(storage: Storage) -> None:
    tool = Counter(together=3)
    model = ScriptedModel((call(1, "a"), call(2, "b"), call(3, "c")), "done")
    bot = Bot(storage, model, tools=[tool])
    async with asyncio.timeout(5):
        await bot.ask("count all")
    results = [each.result for each in model.prompts[1].rounds[0].calls]
    assert results == ["a: 7", "b: 7", "c: 7"]


async def test_the_model_hears_of_failures_and_unknown_tools(storage: Storage) -> None:
    model = ScriptedModel((call(1, "missing"), call(2, name="drop")), "sorry")
    bot = Bot(storage, model, tools=[Counter()])
    await bot.ask("count it")
    told = [(each.result, each.failed) for each in model.prompts[1].rounds[0].calls]
    assert told == [("no such table", True), ("there is no tool named drop", True)]


async def test_a_slow_tool_is_given_up(storage: Storage) -> None:
    policy = replace(DEFAULT, tool_timeout_s=0.01)
    model = ScriptedModel(call(1), "it takes too long")
    bot = Bot(storage, model, policy, tools=[Counter(together=2)])
    await bot.ask("count")
    assert model.prompts[1].rounds[0].calls[0].result == "no result within 0.01 s"


async def test_a_model_that_never_stops_asking_must_answer_in_the_end(storage: Storage) -> None:
    policy = replace(DEFAULT, tool_rounds=2)
    model = ScriptedModel(call(1), call(2), "enough")
    bot = Bot(storage, model, policy, tools=[Counter()])
    assert (await bot.ask("count")).text == "enough"
    assert [read.may_use_tools for read in model.prompts] == [True, True, False]


async def test_asking_for_tools_when_none_may_be_used_is_no_answer(storage: Storage) -> None:
    policy = replace(DEFAULT, tool_rounds=1)
    bot = Bot(storage, ScriptedModel(call(1), call(2)), policy, tools=[Counter()])
    reply = await bot.ask("count")
    assert reply.outcome == "interrupted"
    assert isinstance(reply.error, BadOutput)


async def test_what_tools_found_is_kept_when_the_model_fails_afterwards(storage: Storage) -> None:
    model = ScriptedModel(call(1), ModelUnavailable("down"), "I had counted 7.")
    bot = Bot(storage, model, tools=[Counter()])
    assert (await bot.ask("count")).outcome == "interrupted"
    await bot.ask("so?")
    assert "orders: 7" in bot.read()
    assert "[interrupted]" in bot.read()


async def test_a_turn_stopped_in_a_tool_keeps_no_half_round(storage: Storage) -> None:
    tool = Counter(together=2)
    bot = Bot(storage, ScriptedModel(("Looking.", call(1)), "again?"), tools=[tool])
    running = await bot.begin("count")
    await tool.called.wait()
    bot.commands.stop((await bot.session()).id, ANNA)
    assert (await running).outcome == "interrupted"
    await bot.ask("and?")
    assert "count(" not in bot.read()
    assert "Looking." in bot.read()


texts = st.text(max_size=60)
answers = st.lists(st.lists(st.integers(1, 40), min_size=1, max_size=3), max_size=3)


@given(st.lists(answers, min_size=1, max_size=5), st.integers(0, 2_000))
@settings(max_examples=40)
async def test_no_window_ever_splits_a_call_from_its_result(
    story: list[list[list[int]]], room: int
) -> None:
    model = ScriptedModel(by=lambda _: script.pop(0))
    bot = Bot(in_memory_storage(), model, tools=[Counter()])
    for number, rounds in enumerate(story):
        script = [tuple(call(n, "t" * n) for n in sizes) for sizes in rounds] + ["fine"]
        await bot.ask(f"question {number}")
    script = ["last"]
    await bot.ask("the end?")
    whole = model.prompts[-1]
    for window in (room, room * 2, room * 4):
        cut = history.within(whole, window)
        ids = [m.turn_id for m in cut.history]
        assert all(ids.count(turn) == 2 for turn in ids), "a question and its answer"
        kept = {m.turn_id: m.rounds for m in cut.history if m.role == "assistant"}
        stored = {m.turn_id: m.rounds for m in whole.history if m.role == "assistant"}
        assert all(stored[turn] == rounds for turn, rounds in kept.items())
        assert not cut.history or prompt.total_cost(cut) <= window


async def test_waiting_for_a_tool_does_not_hold_other_chats(storage: Storage) -> None:
    gate = Gate()
    model = ScriptedModel(by=lambda p: (gate, "slow") if p.question == "slow" else "quick")
    bot = Bot(storage, model, tools=[Counter()])
    running = await bot.begin_and_reach("slow", gate)
    assert (await bot.run("quick", session_id=None)).text == "quick"
    gate.open.set()
    assert (await running).text == "slow"
