"""Who waits for what: pauses, time-outs, and turns that are ended from outside."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from memory_core.concurrency import Nursery
from memory_core.errors import (
    AnswerInterrupted,
    ModelTimedOut,
    ModelUnavailable,
    RateLimited,
)
from memory_core.policy import DEFAULT
from tests.bot.model_talks import ANN, connected, talking
from tests.peers.anthropic import Fault, MessagesTwin, calls, says

HALF = ("Half ", "an answer")


async def test_a_retry_after_of_an_hour_holds_nobody() -> None:
    async with MessagesTwin() as twin, connected(twin) as to:
        twin.on(fault=Fault(name="rate_limited", retry_after=3600))
        with pytest.raises(RateLimited) as raised:
            await to.answer()
    assert raised.value.retry_after == 3600
    assert (to.slept, len(twin.requests)) == ([], 1)


async def test_a_short_retry_after_is_obeyed_to_the_second() -> None:
    async with MessagesTwin() as twin, connected(twin) as to:
        twin.once(fault=Fault(name="rate_limited", retry_after=7))
        await to.answer()
    assert (to.slept, len(twin.requests)) == ([7.0], 2)


async def test_retries_are_capped_with_growing_pauses() -> None:
    async with MessagesTwin() as twin, connected(twin) as to:
        twin.on(fault="overloaded_529")
        with pytest.raises(ModelUnavailable):
            await to.answer()
    first, second = to.slept
    assert 0.25 <= first <= 0.5 <= second <= 1
    assert len(twin.requests) == 3


async def test_nothing_is_tried_again_once_somebody_has_read_a_word() -> None:
    async with MessagesTwin() as twin, connected(twin) as to:
        twin.once(reply=says(*HALF), fault=Fault(name="cut_mid_stream", after=1))
        with pytest.raises(AnswerInterrupted):
            await to.answer()
    assert (to.heard, to.slept, len(twin.requests)) == (["Half "], [], 1)


async def test_a_stream_that_breaks_before_the_first_word_is_tried_again() -> None:
    async with MessagesTwin() as twin, connected(twin) as to:
        twin.once(reply=says(*HALF), fault=Fault(name="cut_mid_stream", after=0))
        twin.on(reply=says(*HALF))
        await to.answer()
    assert (to.heard, len(twin.requests)) == (list(HALF), 2)


async def test_attempts_that_broke_are_part_of_the_cost() -> None:
    async with MessagesTwin() as twin, connected(twin) as to:
        once = (await to.answer()).usage
        twin.once(fault=Fault(name="cut_mid_stream", after=0))
        twice = (await to.answer()).usage
    assert twice.input_tokens == 2 * once.input_tokens


async def test_a_server_that_sends_nothing_is_given_up() -> None:
    async with MessagesTwin() as twin, connected(twin, read_s=0.05) as to:
        twin.once(fault="hang_before_headers")
        with pytest.raises(ModelTimedOut):
            await to.answer()


async def test_a_stream_without_a_first_word_is_given_up_and_its_connection_closed() -> None:
    gate = asyncio.Event()
    async with MessagesTwin() as twin, connected(twin, first_token_s=0.1) as to:
        twin.once(reply=says("late", before=gate))
        with pytest.raises(ModelTimedOut):
            await to.answer()
        assert (await to.answer()).usage.output_tokens > 0


async def test_a_model_that_writes_a_long_tool_call_is_alive() -> None:
    gate = asyncio.Event()
    call = calls("query", {"sql": "SELECT 1"})
    slow = replace(call, blocks=(replace(call.blocks[0], chunks=('{"sql":', gate, '"x"}')),))
    async with MessagesTwin() as twin, connected(twin, first_token_s=0.2) as to:
        twin.once(reply=slow)
        nursery = Nursery()
        answering = nursery.spawn(to.answer(), "answer")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.4):
                await asyncio.shield(answering)
        gate.set()
        assert (await answering).requests[0].arguments == '{"sql": "x"}'


async def test_a_turn_ends_when_its_time_is_over_and_keeps_what_was_said(tmp_path: Path) -> None:
    gate = asyncio.Event()
    policy = replace(DEFAULT, turn_timeout_s=0.3)
    async with MessagesTwin() as twin, talking(tmp_path, twin, policy=policy) as talk:
        twin.once(reply=says("Half ", gate, "an answer"))
        twin.on(reply="Whole.")
        reply = await talk.ask("hello?")
        assert (reply.outcome, reply.text) == ("interrupted", "Half")
        assert isinstance(reply.error, ModelTimedOut)
        assert (await talk.ask("again?")).text == "Whole."


async def test_stop_in_the_middle_closes_the_connection_keeps_the_half_and_its_cost(
    tmp_path: Path,
) -> None:
    gate = asyncio.Event()
    async with MessagesTwin() as twin, talking(tmp_path, twin) as talk:
        twin.once(reply=says("Half ", gate, "an answer"))
        asking = Nursery().spawn(talk.ask("hello?"), "ask")
        await talk.first_word.wait()
        assert talk.executor.stop(await talk.session(), ANN) == 1
        reply = await asking
        assert (reply.outcome, reply.text, reply.error) == ("interrupted", "Half", None)
        assert talk.to.connections == []
        (spent,) = await talk.storage.usage.since(talk.to.clock.now().date())
    assert spent.model == "claude-sonnet-5-5"
    assert spent.usage.input_tokens > 0
    assert spent.cost_usd


async def test_ending_the_program_in_the_middle_leaves_no_task_and_no_connection(
    tmp_path: Path,
) -> None:
    gate = asyncio.Event()
    async with MessagesTwin() as twin, talking(tmp_path, twin) as talk:
        twin.on(reply=says("Half ", gate, "an answer"))
        nursery = Nursery()
        for chat in ("one", "two", "three"):
            nursery.spawn(talk.ask("hello?", chat), chat)
        await twin.arrived(3)
        await nursery.drain(0)
        assert talk.to.connections == []
    assert asyncio.all_tasks() == {asyncio.current_task()}
