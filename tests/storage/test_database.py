"""The adapter: one transaction per caller, shared commits, and what a failing disk does."""

import asyncio
import sqlite3
import stat
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from memory_core.errors import SchemaTooNew, StorageUnavailable
from storage.sqlite.database import Database, open_database


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "bot.db"


class Boundaries:
    """Hears of each transaction; may hold the writer's thread at one."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.gate = threading.Event()
        self.gate.set()
        self.at_gate = threading.Event()

    def __call__(self, boundary: str) -> None:
        self.heard.append(boundary)
        if boundary == "commit":
            self.at_gate.set()
            self.gate.wait(10)

    async def hold_next_commit(self) -> None:
        self.gate.clear()
        self.at_gate.clear()

    async def reached(self) -> None:
        await asyncio.to_thread(self.at_gate.wait, 10)


@pytest.fixture
def boundaries() -> Boundaries:
    return Boundaries()


@pytest.fixture
async def database(path: Path, boundaries: Boundaries) -> AsyncIterator[Database]:
    async with open_database(path, durability="full", probe=boundaries) as opened:
        await opened.write(lambda conn: conn.execute("CREATE TABLE notes (text TEXT UNIQUE)"))
        boundaries.heard.clear()
        yield opened


def put(text: str, conn: sqlite3.Connection) -> str:
    conn.execute("INSERT INTO notes VALUES (?)", (text,))
    return text


def put_and_fail(text: str, error: Exception, conn: sqlite3.Connection) -> str:
    put(text, conn)
    raise error


def notes(conn: sqlite3.Connection) -> list[str]:
    return [text for (text,) in conn.execute("SELECT text FROM notes ORDER BY rowid")]


def on_disk(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as conn:
        return notes(conn)


async def write_together(
    database: Database, boundaries: Boundaries, *works: Callable[[sqlite3.Connection], object]
) -> list[object]:
    """Run ``works`` in one transaction: they queue up while another commit is on its way."""
    await boundaries.hold_next_commit()
    first = asyncio.gather(database.write(partial(put, "first")))
    await boundaries.reached()
    rest = asyncio.gather(*map(database.write, works), return_exceptions=True)
    await asyncio.sleep(0)
    boundaries.gate.set()
    await first
    return list(await rest)


async def test_writers_that_wait_share_one_commit(
    database: Database, boundaries: Boundaries
) -> None:
    results = await write_together(
        database, boundaries, *(partial(put, f"note {n}") for n in range(9))
    )
    assert results == [f"note {n}" for n in range(9)]
    assert boundaries.heard.count("committed") == 2


async def test_one_failing_writer_leaves_its_neighbours_alone(
    database: Database, boundaries: Boundaries, path: Path
) -> None:
    oops = ValueError("oops")
    results = await write_together(
        database,
        boundaries,
        partial(put, "before"),
        partial(put_and_fail, "half", oops),
        partial(put, "after"),
    )
    assert results == ["before", oops, "after"]
    assert on_disk(path) == ["first", "before", "after"]


async def test_writers_are_run_alone_when_their_common_transaction_is_lost(
    database: Database, boundaries: Boundaries, path: Path
) -> None:
    def lose_everything(conn: sqlite3.Connection) -> None:
        if len(notes(conn)) > 1:
            conn.execute("ROLLBACK")
            raise sqlite3.OperationalError("the disk went away")
        raise LookupError("alone")

    results = await write_together(
        database, boundaries, partial(put, "before"), lose_everything, partial(put, "after")
    )
    assert results[0] == "before"
    assert isinstance(results[1], sqlite3.OperationalError)
    assert results[2] == "after"
    assert on_disk(path) == ["first", "before", "after"]


async def test_a_result_is_released_after_the_commit_only(
    database: Database, boundaries: Boundaries, path: Path
) -> None:
    await boundaries.hold_next_commit()
    writing = asyncio.gather(database.write(partial(put, "note")))
    await boundaries.reached()
    assert not writing.done()
    assert on_disk(path) == []
    boundaries.gate.set()
    await writing
    assert on_disk(path) == ["note"]


async def test_a_cancelled_callers_work_is_committed_all_the_same(
    database: Database, boundaries: Boundaries, path: Path
) -> None:
    await boundaries.hold_next_commit()
    writing = asyncio.gather(database.write(partial(put, "note")))
    await boundaries.reached()
    writing.cancel()
    await asyncio.sleep(0)  # the caller hears of it while the commit is still held
    boundaries.gate.set()
    with pytest.raises(asyncio.CancelledError):
        await writing
    await database.finish()
    assert on_disk(path) == ["note"]


async def test_a_reader_sees_one_state_while_others_write(database: Database) -> None:
    loop = asyncio.get_running_loop()

    def look_twice(conn: sqlite3.Connection) -> tuple[list[str], list[str]]:
        before = notes(conn)
        asyncio.run_coroutine_threadsafe(database.write(partial(put, "new")), loop).result(10)
        return before, notes(conn)

    assert await database.read(look_twice) == ([], [])
    assert await database.read(notes) == ["new"]


async def test_the_reader_cannot_write(database: Database) -> None:
    with pytest.raises(StorageUnavailable, match="read-only"):
        await database.read(partial(put, "note"))


async def test_a_full_disk_refuses_with_a_word_and_recovers_when_there_is_space(
    database: Database, path: Path
) -> None:
    def pages(conn: sqlite3.Connection) -> int:
        return int(conn.execute("PRAGMA page_count").fetchone()[0])

    await database.write(partial(put, "kept"))
    most = await database.read(pages)
    await database._writes._connection.run(
        lambda conn: conn.execute(f"PRAGMA max_page_count = {most}")
    )
    big = "x" * 100_000
    small = [database.write(partial(put, f"{n}" + big)) for n in range(3)]
    errors = await asyncio.gather(*small, return_exceptions=True)
    assert [getattr(error, "trouble", None) for error in errors] == ["full"] * 3
    await database._writes._connection.run(
        lambda conn: conn.execute("PRAGMA max_page_count = 1000000")
    )
    assert await database.write(partial(put, "again")) == "again"
    assert on_disk(path) == ["kept", "again"]


async def test_a_locked_database_says_busy_to_all_who_wait_and_recovers(
    database: Database, path: Path
) -> None:
    await database._writes._connection.run(lambda conn: conn.execute("PRAGMA busy_timeout = 1"))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writes = [database.write(partial(put, f"note {n}")) for n in range(3)]
        errors = await asyncio.gather(*writes, return_exceptions=True)
        assert [getattr(error, "trouble", None) for error in errors] == ["busy"] * 3
        other.execute("ROLLBACK")
    assert await database.write(partial(put, "again")) == "again"


async def test_a_new_database_is_readable_by_its_owner_only(
    database: Database, path: Path
) -> None:
    assert database
    for file in (path, *path.parent.glob("bot.db-*")):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


async def test_a_database_of_a_newer_release_is_refused(path: Path) -> None:
    async with open_database(path, durability="full"):
        pass
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA user_version = 999")
    with pytest.raises(SchemaTooNew, match="999"):
        async with open_database(path, durability="full"):
            pass


async def test_a_damaged_file_is_called_damaged(path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"this is no database at all" * 100)
    with pytest.raises(StorageUnavailable) as caught:
        async with open_database(path, durability="full"):
            pass
    assert caught.value.trouble == "damaged"


async def test_a_place_that_cannot_be_opened_is_called_unreachable(tmp_path: Path) -> None:
    with pytest.raises(StorageUnavailable) as caught:
        async with open_database(tmp_path, durability="full"):
            pass
    assert caught.value.trouble == "unreachable"


@pytest.mark.parametrize(("durability", "level"), [("full", 2), ("normal", 1)])
async def test_durability_chooses_how_hard_sqlite_syncs(
    path: Path, durability: str, level: int
) -> None:
    async with open_database(path, durability=durability) as database:  # type: ignore[arg-type]
        found = await database._writes._connection.run(
            lambda conn: conn.execute("PRAGMA synchronous").fetchone()
        )
    assert found == (level,)
