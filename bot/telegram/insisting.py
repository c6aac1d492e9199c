"""Notes that must be taken, however long the database is away."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator

from memory_core.errors import StorageUnavailable

log = logging.getLogger(__name__)


async def insist(note: Callable[[], Awaitable[None]], pauses: Iterator[float]) -> None:
    """Take a note; while storage is away, wait for the next of the endless ``pauses``."""
    while True:
        try:
            return await note()
        except StorageUnavailable as error:
            log.warning("a note waits for storage: %s", error)
            await asyncio.sleep(next(pauses))
