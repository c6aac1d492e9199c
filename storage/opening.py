"""From a URL to the ports."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal

from memory_core.errors import SettingsError
from memory_core.ports import Storage
from storage.sqlite import open_sqlite
from storage.sqlite.database import Probe, ignore

Durability = Literal["full", "normal"]
_SQLITE = "sqlite:///"


@asynccontextmanager
async def open_storage(
    url: str, *, durability: Durability = "full", probe: Probe = ignore
) -> AsyncIterator[Storage]:
    """Open the database at ``url``, bring its schema up to date and close it after the block.

    ``sqlite:///data/bot.db`` is relative to the working directory, four slashes are absolute.
    ``probe`` hears of the boundaries of each transaction.
    Raises SettingsError for another kind of URL, SchemaTooNew and StorageUnavailable.
    """
    if not url.startswith(_SQLITE) or url == _SQLITE:
        raise SettingsError("storage.url: only sqlite:///path is supported")
    async with open_sqlite(
        Path(url.removeprefix(_SQLITE)), durability=durability, probe=probe
    ) as storage:
        yield storage
