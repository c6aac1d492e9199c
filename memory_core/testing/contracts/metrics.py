"""What every store of counters promises."""

import asyncio

from memory_core.metrics import (
    L1_TRIGGER,
    L2_TRIGGER,
    L3_DISCARDED,
    L3_FAILURE,
    L3_SUCCESS,
    L3_TRIGGER,
    Snapshot,
)
from memory_core.ports import Storage
from memory_core.testing.contracts.compacting import claimed, compact, fail, talk
from memory_core.testing.contracts.makers import ANNA, at

NONE = {
    L1_TRIGGER: 0,
    L2_TRIGGER: 0,
    L3_TRIGGER: 0,
    L3_SUCCESS: 0,
    L3_FAILURE: 0,
    L3_DISCARDED: 0,
}


class MetricsContract:
    """Counters only grow, and their history is kept."""

    async def test_all_counters_of_memory_begin_at_nothing(self, storage: Storage) -> None:
        assert await storage.metrics.counters() == NONE

    async def test_what_is_added_is_counted(self, storage: Storage) -> None:
        await storage.metrics.add({L1_TRIGGER: 2, L2_TRIGGER: 1})
        await storage.metrics.add({L1_TRIGGER: 40})
        assert await storage.metrics.counters() == NONE | {L1_TRIGGER: 42, L2_TRIGGER: 1}

    async def test_an_unknown_counter_begins_at_nothing(self, storage: Storage) -> None:
        await storage.metrics.add({"turns": 3})
        await storage.metrics.add({"turns": 4})
        assert await storage.metrics.counters() == NONE | {"turns": 7}

    async def test_nothing_is_lost_when_many_count_at_once(self, storage: Storage) -> None:
        await asyncio.gather(*(storage.metrics.add({L1_TRIGGER: 1}) for _ in range(50)))
        assert (await storage.metrics.counters())[L1_TRIGGER] == 50

    async def test_those_of_compaction_are_sums_over_the_attempts(self, storage: Storage) -> None:
        session = await talk(storage, "one", "two")
        await compact(storage, session, "s")
        for minute in (1, 2):
            await fail(storage, session, at(minute))
        await claimed(storage, session, at(3))
        await storage.sessions.reset(session.id, ANNA, at(3))
        await claimed(storage, session, at(4))
        assert await storage.metrics.counters() == NONE | {
            L3_TRIGGER: 5,
            L3_SUCCESS: 1,
            L3_FAILURE: 2,
            L3_DISCARDED: 1,
        }

    async def test_snapshots_come_back_oldest_first(self, storage: Storage) -> None:
        later = Snapshot(at=at(10), values={L1_TRIGGER: 3.0, "p95": 0.25})
        sooner = Snapshot(at=at(5), values={L1_TRIGGER: 1.0})
        await storage.metrics.keep(later)
        await storage.metrics.keep(sooner)
        assert await storage.metrics.snapshots(at(0)) == (sooner, later)

    async def test_snapshots_are_told_from_a_moment_on(self, storage: Storage) -> None:
        kept = [Snapshot(at=at(minute), values={"turns": minute}) for minute in (0, 5, 10)]
        for snapshot in kept:
            await storage.metrics.keep(snapshot)
        assert await storage.metrics.snapshots(at(5)) == tuple(kept[1:])
        assert await storage.metrics.snapshots(at(10.1)) == ()

    async def test_of_one_moment_there_is_one_snapshot(self, storage: Storage) -> None:
        for value in (1.0, 2.0):
            await storage.metrics.keep(Snapshot(at=at(5), values={"turns": value}))
        [kept] = await storage.metrics.snapshots(at(0))
        assert kept.values == {"turns": 2.0}
