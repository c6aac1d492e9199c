"""A process that claims and ends compactions as it is told, with the clock it is given.

``python -m tests.process.compactor DATABASE`` reads a line of JSON for each call,
``["begin", SESSION, SECONDS]``, ``["succeed", ATTEMPT, COVERS, SECONDS]`` or
``["sweep", SECONDS]``, and prints the result as JSON. Times count from a fixed start.
"""

import asyncio
import json
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from memory_core.model import SessionId
from memory_core.ports import Storage
from memory_core.summaries import AttemptId
from memory_core.testing.clock import START
from memory_core.testing.contracts.compacting import LEASE, summary_of
from storage.sqlite import open_sqlite


async def serve(path: Path) -> None:
    """Answer each line until there is none."""
    async with open_sqlite(path) as storage:
        print(json.dumps("ready"), flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            print(json.dumps(await call(storage, *json.loads(line))), flush=True)


async def call(storage: Storage, name: str, *values: Any) -> object:
    """Make one call."""
    match name, values:
        case "begin", (session, seconds):
            attempt = await storage.summaries.begin(
                SessionId(session), 0, 0, after(seconds), LEASE
            )
            return None if attempt is None else attempt.id
        case "succeed", (attempt_id, covers, seconds):
            return await storage.summaries.succeed(
                AttemptId(attempt_id), summary_of(covers), after(seconds)
            )
        case "sweep", (seconds,):
            return await storage.summaries.sweep(after(seconds))
    raise ValueError(name)


def after(seconds: float) -> datetime:
    """Return a time counted from the start."""
    return START + timedelta(seconds=seconds)


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
