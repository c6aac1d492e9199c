"""A note is taken in the end, and only once."""

from itertools import repeat

import pytest

from bot.telegram.insisting import insist
from memory_core.errors import SessionNotFound, StorageUnavailable


async def test_a_note_is_tried_until_storage_is_back() -> None:
    trouble = [StorageUnavailable("busy", "locked"), StorageUnavailable("full", "no space")]
    taken: list[str] = []

    async def note() -> None:
        if trouble:
            raise trouble.pop()
        taken.append("note")

    await insist(note, repeat(0.0))
    assert taken == ["note"]


async def test_what_is_no_trouble_of_storage_is_not_tried_again() -> None:
    async def note() -> None:
        raise SessionNotFound("gone")

    with pytest.raises(SessionNotFound):
        await insist(note, iter(()))
