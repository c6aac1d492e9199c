"""Two openings of one file, as two processes have it: each compaction happens once."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memory_core.metrics import L1_TRIGGER
from memory_core.ports import Storage
from memory_core.testing.contracts.compacting import (
    LEASE,
    claimed,
    compact,
    current,
    state,
    summary_of,
    sums,
    talk,
)
from memory_core.testing.contracts.makers import ANNA, at, history, say
from storage import open_storage

Both = tuple[Storage, Storage]


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[Both]:
    url = f"sqlite:///{tmp_path}/bot.db"
    async with open_storage(url) as one, open_storage(url) as other:
        yield one, other


async def test_of_two_who_claim_one_wins(both: Both) -> None:
    session = await talk(both[0], "one", "two")
    for number in range(20):
        now = at(number * 10)
        claims = await asyncio.gather(
            *(s.summaries.begin(session.id, session.epoch, 0, now, LEASE) for s in both)
        )
        [attempt] = [each for each in claims if each is not None]
        assert await both[number % 2].summaries.fail(attempt.id, "next", now)
    assert await sums(both[0]) == (0, 20, 0, 0)


async def test_of_two_who_end_an_attempt_one_does(both: Both) -> None:
    for number in range(20):
        session = await talk(both[0], f"one {number}", f"two {number}")
        covers = (await history(both[0], session))[-2].seq
        attempt = await claimed(both[number % 2], session)
        done = await asyncio.gather(
            both[0].summaries.succeed(attempt.id, summary_of(covers), at(1)),
            both[1].summaries.fail(attempt.id, "no", at(1)),
        )
        assert sorted(done) == [False, True]
        assert (await current(both[1], session) is not None) is done[0]
        await both[0].sessions.reset(session.id, ANNA, at(1))
    assert (await both[0].summaries.counts()).discarded == 0


async def test_a_reset_and_a_success_at_once_leave_no_summary(both: Both) -> None:
    for number in range(20):
        session = await talk(both[0], f"one {number}", f"two {number}")
        covers = (await history(both[0], session))[-2].seq
        attempt = await claimed(both[0], session)
        await asyncio.gather(
            both[0].summaries.succeed(attempt.id, summary_of(covers), at(1)),
            both[1].sessions.reset(session.id, ANNA, at(1)),
        )
        assert await current(both[number % 2], session) is None
        assert await history(both[1], session) == ()
    counts = await both[1].summaries.counts()
    assert (counts.trigger, counts.success + counts.discarded) == (20, 20)


async def test_two_sweeps_end_an_attempt_once(both: Both) -> None:
    session = await talk(both[0], "one", "two")
    await claimed(both[0], session, at(0))
    assert sorted(await asyncio.gather(*(s.summaries.sweep(at(2)) for s in both))) == [0, 1]
    assert not (await state(both[1], session)).pending


async def test_a_summary_made_at_one_is_used_at_the_other(both: Both) -> None:
    session = await talk(both[0], "one", "two")
    made = await compact(both[0], session, "s")
    await say(both[1], session, "three")
    assert await current(both[1], session) == made
    assert await history(both[0], session) == await history(both[1], session)


async def test_a_message_shortened_at_both_is_counted_once(both: Both) -> None:
    session = await talk(both[0], "one", "two")
    places = [message.seq for message in await history(both[0], session)]
    marked = await asyncio.gather(*(s.turns.mark_truncated(places) for s in both))
    assert sorted(marked) == [0, 4]


async def test_both_count_into_the_same_counters(both: Both) -> None:
    await asyncio.gather(*(both[n % 2].metrics.add({L1_TRIGGER: 1}) for n in range(40)))
    assert (await both[0].metrics.counters())[L1_TRIGGER] == 40
