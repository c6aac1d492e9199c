"""When background work is due; what it does is the core's business (``memory_core.sweeps``)."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC
from typing import Any

from apscheduler.schedulers.asyncio import AsyncIOScheduler

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class Job:
    """Work that is done again and again, the first time at once."""

    name: str
    every_s: float
    work: Callable[[], Awaitable[object]]


@asynccontextmanager
async def scheduled(jobs: Sequence[Job]) -> AsyncIterator[None]:
    """Run jobs for the block; at its end none begins any more and those under way finish.

    A run that is late is made up for once; no job overlaps itself.
    """
    scheduler = AsyncIOScheduler(
        timezone=UTC,
        job_defaults={"coalesce": True, "max_instances": 1, "misfire_grace_time": None},
    )
    running: set[asyncio.Task[Any]] = set()
    for job in jobs:
        await _run(job, running)
        scheduler.add_job(_run, "interval", seconds=job.every_s, id=job.name, args=(job, running))
    scheduler.start()
    try:
        yield
    finally:
        scheduler.pause()
        if running:
            await asyncio.wait(running)
        scheduler.shutdown(wait=False)


async def _run(job: Job, running: set[asyncio.Task[Any]]) -> None:
    """Run a job once; trouble is logged, the next run comes all the same."""
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 - a coroutine runs in a task
    running.add(task)
    try:
        await job.work()
    except Exception:
        log.exception("job %s failed", job.name)
    finally:
        running.discard(task)
