"""A twin for each test."""

from collections.abc import AsyncIterator

import pytest

from tests.peers.telegram import BotApiTwin


@pytest.fixture
async def twin() -> AsyncIterator[BotApiTwin]:
    async with BotApiTwin() as twin:
        yield twin
