"""Two openings of one file, as two processes have it: what must happen once happens once."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from memory_core.ports import Storage
from memory_core.testing.contracts.mail import arrive, left, queued, reply, to_send, update
from memory_core.testing.contracts.makers import (
    ANNA,
    BEN,
    CHAT,
    answered,
    asked,
    at,
    begin,
    heard,
    record,
)
from storage import open_storage

Both = tuple[Storage, Storage]


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[Both]:
    url = f"sqlite:///{tmp_path}/bot.db"
    async with open_storage(url) as one, open_storage(url) as other:
        yield one, other


async def test_of_two_who_claim_one_is_granted(both: Both) -> None:
    for number in range(10):
        await both[0].operators.offer(f"code {number}", at(15))
        outcomes = await asyncio.gather(
            both[0].operators.claim(f"code {number}", ANNA, at(1)),
            both[1].operators.claim(f"code {number}", BEN, at(1)),
        )
        assert sorted(outcomes) == ["granted", "over"]


async def test_guesses_at_both_count_against_the_same_code(both: Both) -> None:
    await both[0].operators.offer("code", at(15))
    guesses = [both[n % 2].operators.claim(f"guess {n}", BEN, at(1)) for n in range(5)]
    assert set(await asyncio.gather(*guesses)) == {"wrong"}
    assert await both[0].operators.claim("code", ANNA, at(2)) == "over"


async def test_an_offer_at_one_ends_that_at_the_other(both: Both) -> None:
    await both[0].operators.offer("first", at(15))
    await both[1].operators.offer("second", at(15))
    assert await both[0].operators.claim("first", ANNA, at(1)) == "over"
    assert await both[0].operators.claim("second", ANNA, at(1)) == "granted"
    assert await both[1].operators.all() == {ANNA}


async def test_the_same_updates_at_both_are_added_once(both: Both) -> None:
    for batch in range(10):
        numbers = [batch * 3 + n for n in range(3)]
        added = await asyncio.gather(*(arrive(opening, *numbers) for opening in both))
        assert sorted(map(len, added)) == [0, 3]
    assert len(await left(both[0])) == 30


async def test_overlapping_batches_leave_each_update_once(both: Both) -> None:
    added = await asyncio.gather(
        both[0].inbox.add([update(1), update(2)], at(0)),
        both[1].inbox.add([update(2), update(3)], at(0)),
    )
    payloads = [waiting.payload for batch in added for waiting in batch]
    assert sorted(payloads) == ["update 1", "update 2", "update 3"]


async def test_settling_at_both_queues_replies_once(both: Both) -> None:
    ids = await arrive(both[0], 1)
    await asyncio.gather(*(opening.inbox.settle(ids, [reply("one")], at(1)) for opening in both))
    assert await to_send(both[0]) == await to_send(both[1]) == ["one"]


async def test_the_same_turn_at_both_is_stored_and_replied_to_once(both: Both) -> None:
    session, ids = await begin(both[0]), await arrive(both[0], 1)
    turn = record(session, "t", asked("q"), answered("a"), answers=tuple(ids))
    turn = replace(turn, replies=(reply("a"),))
    outcomes = await asyncio.gather(*(opening.turns.commit(turn) for opening in both))
    assert sorted(outcomes) == ["duplicate", "stored"]
    assert await to_send(both[1]) == ["a"]
    assert await heard(both[1], session) == ["q", "a"]


async def test_an_uncertain_part_is_queued_again_by_one(both: Both) -> None:
    [part] = await queued(both[0], "one")
    await both[0].outbox.uncertain(part.id)
    lanes = await asyncio.gather(*(opening.outbox.again(part.id) for opening in both))
    assert [lane for lane in lanes if lane is not None] == [CHAT]


async def test_two_with_one_name_get_different_ones(both: Both) -> None:
    names = await asyncio.gather(
        both[0].chats.alias(CHAT, ANNA, "Anna"), both[1].chats.alias(CHAT, BEN, "Anna")
    )
    assert sorted(names) == ["Anna", "Anna 2"]


async def test_one_of_both_gives_the_hint_of_the_day(both: Both) -> None:
    today = at(0).date()
    due = await asyncio.gather(*(opening.chats.hint_is_due(ANNA, today) for opening in both))
    assert sorted(due) == [False, True]
