"""One turn at a time in a session, across processes, by locks the system frees at a process's end.

Each session is one byte of a lock file. Such locks belong to the process, so all users of one file
within a process share one table.
"""

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import blake2b
from pathlib import Path
from weakref import WeakValueDictionary, finalize

from memory_core.concurrency import KeyedLock
from memory_core.model import SessionId

_ASK_AGAIN_S = 0.02
_OFFSET_BITS = 62


class FileLocks:
    """Session locks over a file beside the database; a killed process lets go at once."""

    def __init__(self, path: Path) -> None:
        self._table = _table(path.resolve())

    @asynccontextmanager
    async def hold(self, session: SessionId) -> AsyncIterator[None]:
        """Wait for the session: in order within this process, then against other processes."""
        async with self._table.inside.hold(session):
            byte = _byte_of(session)
            while not self._table.take(byte):  # noqa: ASYNC110 - no event crosses processes
                await asyncio.sleep(_ASK_AGAIN_S)
            try:
                yield
            finally:
                self._table.free(byte)


class _Table:
    """The open lock file of this process."""

    def __init__(self, path: Path) -> None:
        self.inside = KeyedLock()
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        finalize(self, os.close, self._fd)

    def take(self, byte: int) -> bool:
        """Lock a byte; False while another process has it."""
        try:
            fcntl.lockf(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
        except (BlockingIOError, PermissionError):
            return False
        return True

    def free(self, byte: int) -> None:
        """Unlock a byte."""
        fcntl.lockf(self._fd, fcntl.LOCK_UN, 1, byte)


_tables: WeakValueDictionary[Path, _Table] = WeakValueDictionary()


def _table(path: Path) -> _Table:
    table = _tables.get(path)
    if table is None:
        table = _tables[path] = _Table(path)
    return table


def _byte_of(session: SessionId) -> int:
    digest = blake2b(session.encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> (64 - _OFFSET_BITS)
