"""Eight processes compact the sessions of one file: each step of each compaction happens once."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from memory_core.model import ChatKey, Seq, Session
from memory_core.testing.contracts.compacting import LEASE, current, sums
from memory_core.testing.contracts.makers import begin, history, say
from storage.sqlite import open_sqlite

Talk = tuple[Session, Seq]
"""A session, and the place up to which a summary of it is to reach."""

PROCESSES = 8
RACES = 300
LEASE_S = LEASE.total_seconds()
HOUR_S = 3600
SKEW_S = 0.02
"""How far the clocks of two processes are apart, at most a few milliseconds each."""


class Compactors:
    """Eight processes that are told the same at the same time."""

    def __init__(self, stack: ExitStack, path: Path) -> None:
        command = [sys.executable, "-m", "tests.process.compactor", str(path)]
        pipe = subprocess.PIPE
        self.processes = [
            stack.enter_context(subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True))
            for _ in range(PROCESSES)
        ]
        assert self._answers() == ["ready"] * PROCESSES

    def race(self, name: str, *values: object, seconds: float) -> list[Any]:
        """Let all make a call, each by its own clock; return the results."""
        for number, process in enumerate(self.processes):
            skewed = seconds + number * SKEW_S / PROCESSES
            self._tell(process, [name, *values, skewed])
        return self._answers()

    def ask(self, number: int, name: str, *values: object) -> Any:
        """Let one make a call."""
        process = self.processes[number]
        self._tell(process, [name, *values])
        assert process.stdout is not None
        return json.loads(process.stdout.readline())

    def end(self) -> None:
        """Let all come to their end."""
        for process in self.processes:
            process.communicate(timeout=60)
            assert process.returncode == 0

    @staticmethod
    def _tell(process: "subprocess.Popen[str]", call: list[object]) -> None:
        assert process.stdin is not None
        process.stdin.write(json.dumps(call) + "\n")
        process.stdin.flush()

    def _answers(self) -> list[Any]:
        outputs = [process.stdout for process in self.processes]
        return [json.loads(output.readline()) for output in outputs if output is not None]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bot.db"


@pytest.fixture
def talks(path: Path) -> list[Talk]:
    """Store as many talks of two turns as there are races."""

    async def make() -> list[Talk]:
        async with open_sqlite(path, durability="normal") as storage:
            chats = [ChatKey(f"chat {number}") for number in range(RACES)]
            sessions = await asyncio.gather(*(begin(storage, chat) for chat in chats))
            for word in ("one", "two"):
                await asyncio.gather(*(say(storage, s, f"{word} {s.chat}") for s in sessions))
            return [(s, (await history(storage, s))[1].seq) for s in sessions]

    return asyncio.run(make())


@pytest.fixture
def compactors(path: Path, talks: list[Talk]) -> Iterator[Compactors]:
    assert talks
    with ExitStack() as stack:
        started = Compactors(stack, path)
        yield started
        started.end()


def winner(results: list[Any]) -> Any:
    """Return the one result that says yes."""
    [won] = [result for result in results if result]
    return won


def test_each_claim_takeover_and_finish_has_exactly_one_winner(
    compactors: Compactors, talks: list[Talk], path: Path
) -> None:
    for session, covers in talks:
        first = winner(compactors.race("begin", session.id, seconds=0))
        assert not any(compactors.race("begin", session.id, seconds=LEASE_S / 2))
        takeover = winner(compactors.race("begin", session.id, seconds=LEASE_S + SKEW_S))
        assert takeover != first
        assert not any(compactors.race("succeed", first, covers, seconds=LEASE_S + 1))
        assert winner(compactors.race("succeed", takeover, covers, seconds=LEASE_S + 1))

    async def check() -> None:
        async with open_sqlite(path) as storage:
            assert await sums(storage) == (RACES, RACES, 0, 0)
            for session, _ in talks:
                summary = await current(storage, session)
                assert summary is not None
                assert summary.version == 1
                assert len(await history(storage, session)) == 2

    asyncio.run(check())


@pytest.mark.parametrize("set_by", [-HOUR_S, HOUR_S], ids=["back", "forward"])
def test_a_clock_that_is_set_blocks_nobody(
    compactors: Compactors, talks: list[Talk], path: Path, set_by: float
) -> None:
    for session, _ in talks[:50]:
        former = winner(compactors.race("begin", session.id, seconds=0))
        takeover = winner(compactors.race("begin", session.id, seconds=set_by))
        assert takeover != former
    assert sum(compactors.race("sweep", seconds=set_by)) == 0
    assert sum(compactors.race("sweep", seconds=0)) == 50

    async def check() -> None:
        async with open_sqlite(path) as storage:
            assert await sums(storage) == (0, 100, 0, 0)

    asyncio.run(check())


def test_a_killed_process_leaves_a_claim_that_others_take_over(
    compactors: Compactors, talks: list[Talk]
) -> None:
    session, _ = talks[0]
    assert compactors.ask(0, "begin", session.id, 0)
    compactors.processes.pop(0).kill()
    assert not any(compactors.race("begin", session.id, seconds=LEASE_S - 1))
    assert winner(compactors.race("begin", session.id, seconds=LEASE_S))
