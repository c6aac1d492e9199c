"""Counters and their snapshots, in memory."""

import asyncio
from collections.abc import Mapping
from datetime import datetime

from memory_core.metrics import (
    L1_TRIGGER,
    L2_TRIGGER,
    L3_DISCARDED,
    L3_FAILURE,
    L3_SUCCESS,
    L3_TRIGGER,
    Snapshot,
)
from memory_core.testing.in_memory.database import Database


class InMemoryMetrics:
    """Counters and their history; those of L3 are sums over the attempts."""

    def __init__(self, database: Database) -> None:
        self._attempts = database.attempts
        self._counters = {L1_TRIGGER: 0, L2_TRIGGER: 0}
        self._snapshots: dict[datetime, Snapshot] = {}

    async def add(self, amounts: Mapping[str, int]) -> None:
        """Add to counters."""
        for name, amount in amounts.items():
            self._counters[name] = self._counters.get(name, 0) + amount
        await asyncio.sleep(0)

    async def counters(self) -> Mapping[str, int]:
        """Return all counters."""
        await asyncio.sleep(0)
        counts = self._attempts.counts(None)
        return self._counters | {
            L3_TRIGGER: counts.trigger,
            L3_SUCCESS: counts.success,
            L3_FAILURE: counts.failure,
            L3_DISCARDED: counts.discarded,
        }

    async def keep(self, snapshot: Snapshot) -> None:
        """Store a snapshot."""
        self._snapshots[snapshot.at] = snapshot
        await asyncio.sleep(0)

    async def snapshots(self, since: datetime) -> tuple[Snapshot, ...]:
        """Return the snapshots from then on, oldest first."""
        await asyncio.sleep(0)
        return tuple(self._snapshots[at] for at in sorted(self._snapshots) if at >= since)
