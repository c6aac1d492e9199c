"""Whatever happens in whatever order, in two processes: nothing is lost, doubled or revived."""

import asyncio
import re
from collections.abc import Coroutine
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from memory_core import prompt
from memory_core.errors import (
    CompactionFailed,
    CompactionRunning,
    ModelUnavailable,
    NothingToCompact,
    NothingToUndo,
)
from memory_core.model import JsonAnswer, JsonRequest, Prompt, SessionId
from memory_core.policy import DEFAULT
from memory_core.ports import Storage
from memory_core.summarizing import ModelSummarizer
from memory_core.testing import FakeClock, ScriptedModel
from tests.flow.conftest import memory, sqlite
from tests.flow.makers import AGENT, ANNA, CHAT, Bot
from tests.flow.talks import padded

T = TypeVar("T")
POLICY = replace(DEFAULT, context_window=1_600)
MARK = re.compile(r"\bm\d+\b")
processes = st.sampled_from([0, 1])


@dataclass(kw_only=True, slots=True)
class Told:
    """What a session should show: marks of its messages from ``reset`` on."""

    marks: list[str] = field(default_factory=list)
    reset: int = 0

    @property
    def visible(self) -> list[str]:
        return self.marks[self.reset :]


@dataclass(frozen=True, kw_only=True, slots=True)
class Call:
    """A call of the summariser that waits for its outcome."""

    process: int
    outcome: asyncio.Future[bool]


class Waiting:
    """A JsonModel whose calls wait; its summaries keep every mark they read."""

    def __init__(self, calls: list[Call], process: int) -> None:
        self._calls, self._process = calls, process

    async def ask(self, request: JsonRequest[T]) -> JsonAnswer[T]:
        call = Call(process=self._process, outcome=asyncio.get_running_loop().create_future())
        self._calls.append(call)
        try:
            if not await call.outcome:
                raise ModelUnavailable("down")
        finally:
            self._calls.remove(call)
        marks = dict.fromkeys(MARK.findall(request.text))
        return JsonAnswer(value=request.parse({"other_context": [*marks]}), model="scripted")


class Compactions(RuleBasedStateMachine):
    """People talk, reset, undo, switch and compact; processes die; models are slow or fail."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.folder = TemporaryDirectory()
        self.clock, self.calls, self.marks = FakeClock(), list[Call](), 0
        self.told: dict[SessionId, Told] = {}
        self.undoable: list[tuple[SessionId, int, datetime]] = []
        self.zombies: list[Bot] = []

    @initialize()
    def begin(self) -> None:
        self.storage_context = self.opened(Path(self.folder.name))
        self.storage = self.run(self.storage_context.__aenter__())
        self.born = 0
        self.numbers: dict[Bot, int] = {}
        self.bots = [self.bear(), self.bear()]
        self.turns(process=0, times=5)

    def opened(self, folder: Path) -> AbstractAsyncContextManager[Storage]:
        raise NotImplementedError(folder)

    def teardown(self) -> None:
        self.run(self.end())
        self.runner.close()
        self.folder.cleanup()

    async def end(self) -> None:
        for bot in (*self.bots, *self.zombies):
            await bot.nursery.drain(0)
        await self.storage_context.__aexit__(None, None, None)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    def bear(self) -> Bot:
        """Return a process that has just started."""
        self.born += 1
        summarizer = ModelSummarizer(Waiting(self.calls, self.born), POLICY)
        model = ScriptedModel(by=self.answer)
        bot = Bot(self.storage, model, POLICY, summarizer=summarizer, clock=self.clock)
        self.numbers[bot] = self.born
        return bot

    def mark(self) -> str:
        self.marks += 1
        return f"m{self.marks}"

    def answer(self, _: Prompt) -> str:
        self.said = self.mark()
        return padded(f"{self.said} ", 90)

    async def settle(self) -> None:
        """Let the background go on until all that is left waits for its summary."""
        async with asyncio.timeout(10):
            while any(map(self.busy, self.numbers)):  # noqa: ASYNC110
                await asyncio.sleep(0.0005)

    def busy(self, bot: Bot) -> bool:
        held = sum(call.process == self.numbers[bot] for call in self.calls)
        return len(bot.nursery._tasks) > held

    def current(self) -> tuple[SessionId, Told]:
        session = self.run(self.bots[0].session()).id
        return session, self.told.setdefault(session, Told())

    @rule(process=processes, times=st.integers(1, 5))
    def turns(self, process: int, times: int) -> None:
        _, told = self.current()
        for _ in range(times):
            bot, question = self.bots[process], self.mark()
            self.run(self.asked(bot, padded(f"{question} ", 90)))
            self.check_prompt(bot.model.prompts[-1], told, question)
            told.marks += [question, self.said]

    async def asked(self, bot: Bot, text: str) -> None:
        assert (await bot.ask(text)).outcome == "answered"
        await self.settle()

    def check_prompt(self, read: Prompt, told: Told, question: str) -> None:
        summarised = set(MARK.findall(read.summary or ""))
        shown = [mark for m in read.history for mark in MARK.findall(m.content)]
        assert not summarised & set(shown), "summarised and shown"
        assert len(shown) == len(set(shown)), "shown twice"
        assert summarised | set(shown) <= set(told.visible), "from before a reset"
        assert question not in shown
        assert prompt.total_cost(read) <= POLICY.context_window

    @rule(process=processes)
    def compact(self, process: int) -> None:
        bot = self.bots[process]
        session, _ = self.current()
        self.run(self.spawn(bot, self.compacted(bot, session)))

    async def spawn(self, bot: Bot, work: Coroutine[Any, Any, None]) -> None:
        bot.nursery.spawn(work, "compact")
        await self.settle()

    async def compacted(self, bot: Bot, session: SessionId) -> None:
        with suppress(NothingToCompact, CompactionRunning, CompactionFailed):
            await bot.commands.compact(session, ANNA)

    @precondition(lambda self: self.calls)
    @rule()
    def answers_well(self) -> None:
        self.run(self.answered(self.calls[-1], good=True))

    @precondition(lambda self: self.calls)
    @rule(which=st.integers(0, 9), good=st.booleans())
    def answers(self, which: int, good: bool) -> None:
        self.run(self.answered(self.calls[which % len(self.calls)], good=good))

    @precondition(lambda self: self.calls)
    @rule(which=st.integers(0, 9))
    def answers_late(self, which: int) -> None:
        call = self.calls[which % len(self.calls)]
        self.clock.advance(seconds=130)
        self.run(self.storage.summaries.sweep(self.clock.now()))
        self.run(self.answered(call, good=True))

    async def answered(self, call: Call, *, good: bool) -> None:
        call.outcome.set_result(good)
        await asyncio.sleep(0)
        await self.settle()

    @rule(process=processes)
    def reset(self, process: int) -> None:
        session, told = self.current()
        self.run(self.bots[process].clear())
        if told.visible:
            self.undoable.append((session, told.reset, self.clock.now()))
        told.reset = len(told.marks)
        self.run(self.settle())

    @rule(process=processes)
    def undo(self, process: int) -> None:
        self.current()
        try:
            self.run(self.bots[process].commands.undo(CHAT, ANNA))
        except NothingToUndo:
            assert not self.undoable or self.is_old(self.undoable[-1][2])
            return
        session, before, at = self.undoable.pop()
        assert not self.is_old(at)
        self.told[session].reset = before

    def is_old(self, at: datetime) -> bool:
        return self.clock.now() - at > POLICY.undo_within

    @rule(process=processes)
    def restore(self, process: int) -> None:
        session, _ = self.current()
        with suppress(NothingToUndo):
            self.run(self.bots[process].commands.restore_previous(session, ANNA))

    @rule(process=processes)
    def new(self, process: int) -> None:
        self.current()
        self.run(self.bots[process].commands.new(CHAT, ANNA, AGENT.id, ""))

    @rule(process=processes, which=st.integers(0, 9))
    def switch(self, process: int, which: int) -> None:
        self.current()
        known = list(self.told)
        session = known[which % len(known)]
        self.run(self.bots[process].commands.switch(CHAT, session))

    @rule(process=processes)
    def crash_and_restart(self, process: int) -> None:
        self.zombies.append(self.bots[process])
        self.bots[process] = self.bear()

    @rule(seconds=st.sampled_from([1, 50, 130, 700, 2_000]), swept=st.booleans())
    def time_passes(self, seconds: int, swept: bool) -> None:
        self.clock.advance(seconds=seconds)
        if swept:
            self.run(self.storage.summaries.sweep(self.clock.now()))

    @invariant()
    def counters_add_up(self) -> None:
        counts = self.run(self.storage.summaries.counts())
        ends = counts.success + counts.failure + counts.discarded + counts.pending
        assert counts.trigger == ends

    @invariant()
    def everything_visible_is_summarised_or_shown_and_never_both(self) -> None:
        for session, told in self.told.items():
            stored = self.run(self.storage.turns.load(session, 10**9, lambda _: 0))
            text = stored.summary.text if stored.summary else ""
            shown = [mark for m in stored.history for mark in MARK.findall(m.content)]
            assert sorted(MARK.findall(text) + shown) == sorted(told.visible)


class InMemory(Compactions):
    def opened(self, folder: Path) -> AbstractAsyncContextManager[Storage]:
        return memory(folder)


class Sqlite(Compactions):
    def opened(self, folder: Path) -> AbstractAsyncContextManager[Storage]:
        return sqlite(folder)


_QUIET = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]
TestInMemory = InMemory.TestCase
TestInMemory.settings = settings(
    max_examples=80, stateful_step_count=40, deadline=None, suppress_health_check=_QUIET
)
TestSqlite = Sqlite.TestCase
TestSqlite.settings = settings(
    max_examples=6, stateful_step_count=25, deadline=None, suppress_health_check=_QUIET
)
