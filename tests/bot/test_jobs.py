"""Jobs run at once and again, survive their failures, and finish before the program ends."""

import asyncio

import pytest

from bot.jobs import Job, scheduled


class Work:
    """Counts its runs; may fail, may wait."""

    def __init__(self, *, fails: bool = False) -> None:
        self.runs = 0
        self.fails = fails
        self.gate = asyncio.Event()
        self.gate.set()
        self.ran = asyncio.Condition()

    async def __call__(self) -> None:
        self.runs += 1
        async with self.ran:
            self.ran.notify_all()
        await self.gate.wait()
        if self.fails:
            raise RuntimeError("no luck")

    async def until(self, runs: int) -> None:
        async with asyncio.timeout(5), self.ran:
            await self.ran.wait_for(lambda: self.runs >= runs)


async def test_a_job_runs_at_once_and_again() -> None:
    work = Work()
    async with scheduled([Job(name="work", every_s=0.01, work=work)]):
        assert work.runs == 1
        await work.until(3)


async def test_a_failing_job_is_logged_and_runs_again(caplog: pytest.LogCaptureFixture) -> None:
    work = Work(fails=True)
    async with scheduled([Job(name="work", every_s=0.01, work=work)]):
        await work.until(3)
    assert "job work failed" in caplog.text


async def test_a_job_under_way_finishes_before_the_end() -> None:
    work = Work()
    finished = asyncio.Event()

    async def live() -> None:
        async with scheduled([Job(name="work", every_s=0.01, work=work)]):
            work.gate.clear()
            await work.until(2)
        finished.set()

    async with asyncio.TaskGroup() as group:
        group.create_task(live())
        await work.until(2)
        await asyncio.sleep(0)
        assert not finished.is_set()
        work.gate.set()
    assert finished.is_set()
    assert work.runs == 2
