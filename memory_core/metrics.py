"""Counters and snapshots that operators read (section 8.1)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

L1_TRIGGER = "memory.L1.truncation_trigger"
L2_TRIGGER = "memory.L2.trigger"
L3_TRIGGER = "memory.L3.trigger"
L3_SUCCESS = "memory.L3.success"
L3_FAILURE = "memory.L3.failure"
L3_DISCARDED = "memory.L3.discarded"
L3_IRREDUCIBLE = "memory.L3.irreducible"
"""Times that the messages to be kept alone were over the threshold."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Snapshot:
    """All counters and gauges at one moment."""

    at: datetime
    values: Mapping[str, float]


class Metrics(Protocol):
    """Counters that survive, and their history.

    Those of L3 are not counted here: they are sums over the attempts, right after any crash.
    """

    async def add(self, amounts: Mapping[str, int]) -> None:
        """Add to counters, several at once; unknown ones begin at 0."""
        ...

    async def counters(self) -> Mapping[str, int]:
        """Return all counters, those of L3 included."""
        ...

    async def keep(self, snapshot: Snapshot) -> None:
        """Store a snapshot."""
        ...

    async def snapshots(self, since: datetime) -> tuple[Snapshot, ...]:
        """Return the snapshots from then on, oldest first."""
        ...
