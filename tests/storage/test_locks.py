"""Session locks across processes."""

import asyncio
import sys
from pathlib import Path

from memory_core.model import SessionId
from storage.sqlite.locks import FileLocks

SESSION = SessionId("session-1")
HOLDER = """
import asyncio, sys
from pathlib import Path
from memory_core.model import SessionId
from storage.sqlite.locks import FileLocks

async def main():
    async with FileLocks(Path(sys.argv[1])).hold(SessionId(sys.argv[2])):
        print("held", flush=True)
        await asyncio.to_thread(sys.stdin.readline)

asyncio.run(main())
"""


async def holder(path: Path, session: SessionId) -> asyncio.subprocess.Process:
    """Start a process that holds ``session`` until it reads a line or dies."""
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", HOLDER, path, session, stdin=pipe, stdout=pipe
    )
    assert process.stdout is not None
    assert await process.stdout.readline() == b"held\n"
    return process


async def hold(locks: FileLocks, session: SessionId) -> None:
    async with locks.hold(session):
        pass


async def test_a_session_held_by_another_process_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "locks"
    process = await holder(path, SESSION)
    waiting = asyncio.gather(hold(FileLocks(path), SESSION))
    await hold(FileLocks(path), SessionId("session-2"))
    assert not waiting.done()
    await process.communicate(b"\n")
    await waiting


async def test_a_killed_process_lets_go_at_once(tmp_path: Path) -> None:
    path = tmp_path / "locks"
    process = await holder(path, SESSION)
    waiting = asyncio.gather(hold(FileLocks(path), SESSION))
    process.kill()
    await process.communicate()
    await waiting


async def test_two_openings_of_one_file_in_a_process_exclude_each_other(tmp_path: Path) -> None:
    path = tmp_path / "locks"
    async with FileLocks(path).hold(SESSION):
        waiting = asyncio.gather(hold(FileLocks(path), SESSION))
        await hold(FileLocks(path), SessionId("session-2"))
        assert not waiting.done()
    await waiting
