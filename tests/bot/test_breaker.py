"""When a failing server is left alone, and who finds out that it works again."""

import asyncio
from dataclasses import dataclass
from datetime import timedelta

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    MultipleResults,
    RuleBasedStateMachine,
    consumes,
    invariant,
    multiple,
    rule,
)

from bot.llm.breaker import ORDINARY, PAUSE, Breaker
from bot.llm.endpoint import Endpoint
from memory_core.concurrency import Nursery
from memory_core.errors import ModelMisconfigured, ModelTimedOut, ModelUnavailable
from memory_core.testing import FakeClock


@dataclass
class Server:
    """An endpoint whose server does what ``does`` says."""

    clock: FakeClock
    endpoint: Endpoint
    does: Exception | asyncio.Event | None = None
    asked: int = 0

    async def call(self) -> str:
        return await self.endpoint.call(self._attempt)

    async def fails(self, times: int) -> None:
        """Time-outs are not tried again, so each call is one failure."""
        self.does = ModelTimedOut("slow")
        for _ in range(times):
            with pytest.raises(ModelTimedOut):
                await self.call()

    async def _attempt(self) -> str:
        self.asked += 1
        match self.does:
            case Exception() as error:
                raise error
            case asyncio.Event() as gate:
                await gate.wait()
        return "answer"


@pytest.fixture
def server() -> Server:
    clock = FakeClock()
    return Server(clock=clock, endpoint=Endpoint(clock))


async def refused_in(server: Server) -> float | None:
    with pytest.raises(ModelUnavailable) as raised:
        await server.call()
    return raised.value.retry_in


async def test_after_five_failures_in_a_minute_calls_are_refused_at_once(server: Server) -> None:
    await server.fails(5)
    server.clock.advance(seconds=4)
    assert await refused_in(server) == 11
    assert server.asked == 5


async def test_four_failures_or_five_in_more_than_a_minute_are_bad_luck(server: Server) -> None:
    await server.fails(4)
    server.clock.advance(seconds=61)
    await server.fails(1)
    assert not server.endpoint.breaker.is_open


async def test_an_answer_in_between_shows_that_the_server_works(server: Server) -> None:
    await server.fails(4)
    server.does = None
    await server.call()
    await server.fails(4)
    assert not server.endpoint.breaker.is_open


async def test_what_the_operator_must_repair_is_no_failure_of_the_server(server: Server) -> None:
    server.does = ModelMisconfigured("401")
    for _ in range(10):
        with pytest.raises(ModelMisconfigured):
            await server.call()
    assert not server.endpoint.breaker.is_open


async def test_after_fifteen_seconds_exactly_one_call_finds_out(server: Server) -> None:
    await server.fails(5)
    server.clock.advance(PAUSE)
    server.does = gate = asyncio.Event()
    probe = Nursery().spawn(server.call(), "probe")
    await asyncio.sleep(0)
    assert [await refused_in(server) for _ in range(3)] == [1.0] * 3
    gate.set()
    assert await probe == "answer"
    assert await server.call() == "answer"
    assert server.asked == 7


async def test_a_probe_that_fails_keeps_it_closed_to_calls_for_another_pause(
    server: Server,
) -> None:
    await server.fails(5)
    server.clock.advance(PAUSE)
    await server.fails(1)
    assert await refused_in(server) == 15


async def test_a_probe_that_is_cancelled_does_not_stand_in_the_way(server: Server) -> None:
    await server.fails(5)
    server.clock.advance(PAUSE)
    server.does = asyncio.Event()
    probe = Nursery().spawn(server.call(), "probe")
    await asyncio.sleep(0)
    probe.cancel()
    await asyncio.wait([probe])
    server.does = None
    assert await server.call() == "answer"


async def test_a_straggler_from_before_it_opened_neither_prolongs_nor_probes(
    server: Server,
) -> None:
    breaker = server.endpoint.breaker
    straggler = breaker.enter()
    await server.fails(5)
    server.clock.advance(PAUSE)
    assert breaker.enter() != straggler
    breaker.failed(straggler)
    breaker.gave_up(straggler)
    assert await refused_in(server) == 1.0


Call = tuple[int, int]
"""Its number, and in which phase between two successes it began."""


class BreakerStory(RuleBasedStateMachine):
    """Any order of calls, ends and waiting: never two probes, never closed for ever."""

    calls: Bundle[Call] = Bundle("calls")

    def __init__(self) -> None:
        super().__init__()
        self.clock = FakeClock()
        self.breaker = Breaker(self.clock)
        self.phase, self.probing = 0, False

    @rule(target=calls)
    def enter(self) -> Call | MultipleResults[Call]:
        try:
            probe = self.breaker.enter()
        except ModelUnavailable:
            return multiple()
        assert not (probe and self.probing)
        self.probing = self.probing or probe != ORDINARY
        return probe, self.phase

    @rule(call=consumes(calls), end=st.sampled_from(["succeeded", "failed", "gave_up"]))
    def end(self, call: Call, end: str) -> None:
        probe, phase = call
        if phase == self.phase and probe != ORDINARY:
            self.probing = False
        match end:
            case "succeeded":
                self.breaker.succeeded()
                self.phase, self.probing = self.phase + 1, False
                assert not self.breaker.is_open
            case "failed":
                self.breaker.failed(probe)
            case _:
                self.breaker.gave_up(probe)

    @rule(seconds=st.floats(0, 20))
    def wait(self, seconds: float) -> None:
        self.clock.advance(seconds=seconds)

    @invariant()
    def a_call_gets_through_once_the_pause_is_over_and_no_probe_is_away(self) -> None:
        if self.breaker.is_open and not self.breaker._probing:
            later = FakeClock(self.clock.now() + PAUSE + timedelta(seconds=1))
            self.breaker._clock = later
            self.breaker.gave_up(self.breaker.enter())
            self.breaker._clock = self.clock


TestBreakerStory = BreakerStory.TestCase
