"""Each story is told on every storage: a new one joins as a context manager here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from memory_core.ports import Storage
from memory_core.testing import in_memory_storage


@asynccontextmanager
async def memory() -> AsyncIterator[Storage]:
    yield in_memory_storage()


@pytest.fixture(params=[memory], ids=lambda opened: opened.__name__)
async def storage(request: pytest.FixtureRequest) -> AsyncIterator[Storage]:
    async with request.param() as opened:
        yield opened
