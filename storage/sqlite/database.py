"""One SQLite file: a reader and a writer connection, one hop to a thread per call, group commit.

Callers that come while a batch is away share the next one: readers a snapshot, writers a commit,
each in a savepoint of its own.
Results are released after COMMIT only, so whoever has one knows that it is on disk.
"""

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar, cast

import aiosqlite

from memory_core.concurrency import Nursery, complete
from storage.errors import translated
from storage.sqlite.migrating import migrate

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]
Probe = Callable[[str], None]
"""Hears ``begin``, ``commit`` and ``committed`` of each transaction, on the writer's thread."""

_BUSY_MS = 5_000
_CLOSE_S = 30.0


def ignore(_boundary: str) -> None:
    """Hear nothing."""


@asynccontextmanager
async def open_database(
    path: Path, *, durability: Literal["full", "normal"], probe: Probe = ignore
) -> AsyncIterator["Database"]:
    """Open ``path`` (made private to its owner when new), migrate it, close it after the block."""
    async with AsyncExitStack() as stack:
        try:
            database = await _open(stack, path, durability, probe)
        except (sqlite3.Error, OSError) as error:
            raise translated(error) from error
        stack.push_async_callback(database.finish)
        yield database


class Database:
    """Runs functions of a connection: reads in a snapshot, writes in a transaction."""

    def __init__(self, reader: "_Connection", writer: "_Connection", probe: Probe) -> None:
        self._nursery = Nursery()
        self._reads = _Batches(reader, _snapshot, self._nursery)
        self._writes = _Batches(writer, partial(_transaction, probe), self._nursery)

    async def read(self, work: Work[T]) -> T:
        """Return what ``work`` finds in one consistent snapshot."""
        return await asyncio.shield(self._reads.add(work))

    async def write(self, work: Work[T]) -> T:
        """Return what ``work`` did, once it is committed.

        ``work`` may be run again when the transaction it shared is lost. It is finished even when
        the caller is cancelled, who hears of that afterwards.
        """
        return await complete(self._writes.add(work))

    async def finish(self) -> None:
        """Wait for the work that is on its way."""
        await self._nursery.drain(_CLOSE_S)


class _Batches:
    """Runs jobs on a connection: those that come while one batch is away make the next."""

    def __init__(self, connection: "_Connection", run: "_RunBatch", nursery: Nursery) -> None:
        self._connection, self._run, self._nursery = connection, run, nursery
        self._waiting: list[_Job[Any]] = []
        self._away = False

    def add(self, work: Work[T]) -> asyncio.Future[T]:
        """Queue ``work`` and return the future of its result."""
        job = _Job(work)
        self._waiting.append(job)
        if not self._away:
            self._away = True
            self._nursery.spawn(self._run_all(), "storage.batches")
        return job.done

    async def _run_all(self) -> None:
        try:
            while self._waiting:
                jobs, self._waiting = self._waiting, []
                outcomes = await self._connection.run(partial(self._run, jobs))
                for job, outcome in zip(jobs, outcomes, strict=True):
                    job.settle(outcome)
        finally:
            self._away = False


@dataclass(slots=True)
class _Outcome(Generic[T]):
    """What became of a job in its transaction."""

    value: T | None = None
    error: Exception | None = None


class _Job(Generic[T]):
    """Work of one caller and the future that releases its result."""

    def __init__(self, work: Work[T]) -> None:
        self.work = work
        self.done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.done.add_done_callback(_seen)

    def settle(self, outcome: _Outcome[T]) -> None:
        """Release the result; the caller may have gone."""
        if outcome.error is not None:
            self.done.set_exception(translated(outcome.error))
        else:
            self.done.set_result(cast("T", outcome.value))


_RunBatch = Callable[[Sequence[_Job[Any]], sqlite3.Connection], list[_Outcome[Any]]]


class _Connection:
    """A connection with its thread; hides the one private method of aiosqlite that is used."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def run(self, work: Work[T]) -> T:
        """Run ``work`` on the connection's thread in one hop."""
        execute: Callable[..., Awaitable[T]] = self._connection._execute  # noqa: SLF001
        return await execute(work, self._connection._conn)  # noqa: SLF001


async def _open(
    stack: AsyncExitStack, path: Path, durability: Literal["full", "normal"], probe: Probe
) -> Database:
    _create_private(path)
    writer = await stack.enter_async_context(_connect(path))
    await writer.run(partial(_prepare, durability=durability))
    await writer.run(migrate)
    reader = await stack.enter_async_context(_connect(path))
    await reader.run(_read_only)
    return Database(reader, writer, probe)


@asynccontextmanager
async def _connect(path: Path) -> AsyncIterator[_Connection]:
    async with aiosqlite.connect(path, isolation_level=None) as connection:
        yield _Connection(connection)


def _create_private(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def _prepare(conn: sqlite3.Connection, durability: Literal["full", "normal"]) -> None:
    conn.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    conn.execute("PRAGMA journal_mode = WAL")
    conn.execute(f"PRAGMA synchronous = {durability}")


def _read_only(conn: sqlite3.Connection) -> None:
    conn.execute(f"PRAGMA busy_timeout = {_BUSY_MS}")
    conn.execute("PRAGMA query_only = ON")


def _snapshot(jobs: Sequence[_Job[Any]], conn: sqlite3.Connection) -> list[_Outcome[Any]]:
    """Let all jobs look at one state of the database."""
    try:
        conn.execute("BEGIN")
        outcomes = [_attempt(job.work, conn) for job in jobs]
        conn.execute("COMMIT")
    except sqlite3.Error as error:
        _roll_back(conn)
        return [_Outcome(error=error)] * len(jobs)
    return outcomes


def _transaction(
    probe: Probe, jobs: Sequence[_Job[Any]], conn: sqlite3.Connection
) -> list[_Outcome[Any]]:
    """Commit all jobs together; when that is lost as a whole, each alone."""
    if len(jobs) > 1:
        try:
            _begin(conn, probe)
        except sqlite3.Error as error:
            return [_Outcome(error=error)] * len(jobs)
        try:
            outcomes = [_in_savepoint(job.work, conn) for job in jobs]
            _commit(conn, probe)
        except sqlite3.Error:
            _roll_back(conn)
        else:
            return outcomes
    return [_alone(job.work, probe, conn) for job in jobs]


def _alone(work: Work[T], probe: Probe, conn: sqlite3.Connection) -> _Outcome[T]:
    try:
        _begin(conn, probe)
        value = work(conn)
        _commit(conn, probe)
    except Exception as error:  # noqa: BLE001 - belongs to the caller, who gets it
        _roll_back(conn)
        return _Outcome(error=error)
    return _Outcome(value=value)


def _attempt(work: Work[T], conn: sqlite3.Connection) -> _Outcome[T]:
    try:
        return _Outcome(value=work(conn))
    except Exception as error:  # noqa: BLE001 - belongs to the caller, who gets it
        return _Outcome(error=error)


def _in_savepoint(work: Work[T], conn: sqlite3.Connection) -> _Outcome[T]:
    conn.execute("SAVEPOINT job")
    outcome = _attempt(work, conn)
    if outcome.error is not None:
        if not conn.in_transaction:
            raise sqlite3.OperationalError("the transaction is gone") from outcome.error
        conn.execute("ROLLBACK TO job")
    conn.execute("RELEASE job")
    return outcome


def _begin(conn: sqlite3.Connection, probe: Probe) -> None:
    conn.execute("BEGIN IMMEDIATE")
    probe("begin")


def _commit(conn: sqlite3.Connection, probe: Probe) -> None:
    probe("commit")
    conn.execute("COMMIT")
    probe("committed")


def _roll_back(conn: sqlite3.Connection) -> None:
    if conn.in_transaction:
        conn.execute("ROLLBACK")


def _seen(future: asyncio.Future[Any]) -> None:
    """Mark the error as seen: a caller who was cancelled does not wait for it."""
    if not future.cancelled():
        future.exception()
