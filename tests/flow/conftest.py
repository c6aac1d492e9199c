"""Each story is told on every storage: a new one joins as a context manager here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from memory_core.ports import Storage
from memory_core.testing import in_memory_storage
from storage import open_storage


@asynccontextmanager
async def memory(_folder: Path) -> AsyncIterator[Storage]:
    yield in_memory_storage()


@asynccontextmanager
async def sqlite(folder: Path) -> AsyncIterator[Storage]:
    async with open_storage(f"sqlite:///{folder}/bot.db") as opened:
        yield opened


@pytest.fixture(params=[memory, sqlite], ids=lambda opened: opened.__name__)
async def storage(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Storage]:
    async with request.param(tmp_path) as opened:
        yield opened
