"""What every usage log promises, and what is kept of tools."""

from dataclasses import replace
from datetime import timedelta

from memory_core import tokens
from memory_core.model import Spending, ToolCall, ToolRound, Usage
from memory_core.ports import Storage
from memory_core.testing.clock import START
from memory_core.testing.contracts.makers import (
    ANNA,
    BEN,
    answered,
    asked,
    at,
    begin,
    record,
    rows,
)

TODAY = START.date()
SPENT = Spending(
    model="m",
    usage=Usage(
        input_tokens=1, cache_creation_tokens=20, cache_read_tokens=300, output_tokens=4_000
    ),
    cost_usd=0.5,
)
FREE = replace(SPENT, cost_usd=None)
ROUNDS = (
    ToolRound(
        text="Let me look.",
        calls=(
            ToolCall(id="1", name="find", arguments='{"what": "订单"}', result="2 rows"),
            ToolCall(id="2", name="find", arguments="{}", result="no table 👩‍👧", failed=True),
        ),
    ),
    ToolRound(calls=(ToolCall(id="3", name="count", arguments="{}", result="7"),)),
)


class UsageContract:
    """Spending is kept with the turn and summed per model."""

    async def test_spending_is_summed_per_model(self, storage: Storage) -> None:
        for number, spent in enumerate((SPENT, SPENT, replace(SPENT, model="a"), FREE)):
            turn = replace(record(None, f"turn {number}"), spending=spent)
            await storage.turns.commit(turn)
        total = Spending(model="m", usage=SPENT.usage + SPENT.usage + SPENT.usage, cost_usd=1.0)
        assert await storage.usage.since(TODAY) == (replace(SPENT, model="a"), total)

    async def test_a_model_without_a_price_costs_nothing_known(self, storage: Storage) -> None:
        await storage.turns.commit(replace(record(None, "turn"), spending=FREE))
        assert await storage.usage.since(TODAY) == (FREE,)

    async def test_spending_belongs_to_a_person_and_a_day(self, storage: Storage) -> None:
        turn = replace(record(None, "turn"), spending=SPENT)
        await storage.turns.commit(turn)
        assert await storage.usage.since(TODAY, ANNA) == (SPENT,)
        assert await storage.usage.since(TODAY, BEN) == ()
        assert await storage.usage.since(TODAY + timedelta(days=1)) == ()

    async def test_a_turn_stored_twice_is_paid_once(self, storage: Storage) -> None:
        turn = replace(record(None, "turn"), spending=SPENT)
        await storage.turns.commit(turn)
        await storage.turns.commit(turn)
        assert await storage.usage.since(TODAY) == (SPENT,)

    async def test_a_turn_that_was_fenced_out_is_paid_all_the_same(self, storage: Storage) -> None:
        session = await begin(storage)
        turn = replace(record(session, "turn", asked("?"), answered("!")), spending=SPENT)
        await storage.sessions.reset(session.id, ANNA, at(1))
        assert await storage.turns.commit(turn) == "dropped"
        assert await storage.usage.since(TODAY) == (SPENT,)

    async def test_work_in_the_background_counts_for_its_person(self, storage: Storage) -> None:
        await storage.usage.add(ANNA, SPENT, START)
        await storage.usage.add(ANNA, SPENT, START)
        await storage.usage.add(BEN, FREE, START)
        [hers] = await storage.usage.since(TODAY, ANNA)
        assert (hers.usage, hers.cost_usd) == (SPENT.usage + SPENT.usage, 1.0)
        assert await storage.usage.since(TODAY, BEN) == (FREE,)
        assert await storage.usage.since(TODAY + timedelta(days=1)) == ()


class ToolsContract:
    """Tool calls stay with their results and their answer."""

    async def test_tool_rounds_come_back_with_their_answer(self, storage: Storage) -> None:
        session = await begin(storage)
        answer = replace(answered("7"), rounds=ROUNDS, tokens=tokens.of_message("7", ROUNDS))
        await storage.turns.commit(record(session, "turn", asked("how many?"), answer))
        loaded = await storage.turns.load(session.id, 10_000, lambda m: m.tokens)
        assert [message.rounds for message in loaded.history] == [(), ROUNDS]
        paged = await storage.turns.page(session.id, None, 9)
        assert [message.rounds for message in paged] == [ROUNDS, ()]

    async def test_rounds_of_one_answer_are_not_those_of_another(self, storage: Storage) -> None:
        session = await begin(storage)
        for number, rounds in enumerate((ROUNDS[:1], (), ROUNDS[1:])):
            answer = replace(answered("!"), rounds=rounds)
            await storage.turns.commit(record(session, f"turn {number}", asked("?"), answer))
        paged = await storage.turns.page(session.id, None, 9)
        answers = [message.rounds for message in reversed(paged) if message.role == "assistant"]
        assert answers == [ROUNDS[:1], (), ROUNDS[1:]]

    async def test_a_purged_session_leaves_nothing_of_its_tools(self, storage: Storage) -> None:
        session = await begin(storage)
        answer = replace(answered("!"), rounds=ROUNDS)
        await storage.turns.commit(record(session, "turn", asked("?"), answer))
        await storage.sessions.delete(session.chat, session.id, ANNA, at(1))
        await storage.sessions.purge_deleted(at(2))
        assert await rows(storage, session) == []
