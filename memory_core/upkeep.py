"""What a turn sets going and does not wait for: counting (L1, L2) and compaction (L3)."""

import logging
from collections.abc import Sequence

from memory_core import thresholds
from memory_core.compaction import Compactor, Due
from memory_core.concurrency import Nursery
from memory_core.counters import Counters
from memory_core.errors import StorageUnavailable
from memory_core.fitting import Found
from memory_core.metrics import L1_TRIGGER, L2_TRIGGER
from memory_core.model import MemoryContext, Seq, SessionId
from memory_core.policy import Policy
from memory_core.ports import Clock, Turns

log = logging.getLogger("memory")


class Upkeep:
    """Looks at what PreRun found; the nursery owns what follows from it."""

    def __init__(
        self,
        *,
        nursery: Nursery,
        turns: Turns,
        counters: Counters,
        compactor: Compactor,
        clock: Clock,
        policy: Policy,
    ) -> None:
        self._nursery, self._turns, self._counters = nursery, turns, counters
        self._compactor, self._clock, self._policy = compactor, clock, policy

    def look_after(self, found: Found, context: MemoryContext) -> None:
        """Count what the context shows shortened or by its summary; compact what is too long."""
        session = found.stored.session
        shortened = [m.seq for m in context.history if m.seq in found.tail.truncated]
        if shortened:
            self._nursery.spawn(self._count_truncated(session.id, shortened), f"L1 {session.id}")
        raw, window = session.tokens_since_reset, found.window
        if context.summary and thresholds.is_long(raw, window, self._policy):
            self._counters.add(L2_TRIGGER)
        if self._is_due(found):
            due = _due(found, self._policy)
            self._nursery.spawn(self._compactor.run(due), f"L3 {session.id}")

    def _is_due(self, found: Found) -> bool:
        step = thresholds.decide(
            fixed=found.beside_tail,
            tail=found.tail.costs,
            state=found.stored.compaction,
            calibration=found.calibration,
            window=found.window,
            policy=self._policy,
            now=self._clock.now(),
        )
        return step == "due"

    async def _count_truncated(self, session: SessionId, messages: Sequence[Seq]) -> None:
        try:
            first_time = await self._turns.mark_truncated(messages)
        except StorageUnavailable as error:
            log.warning("memory.L1 not counted session=%s: %s", session, error)
        else:
            self._counters.add(L1_TRIGGER, first_time)


def _due(found: Found, policy: Policy) -> Due:
    threshold = found.calibration.estimated(int(policy.l3_ratio * found.window))
    return Due(
        session=found.stored.session.id,
        epoch=found.stored.session.epoch,
        version=found.stored.version,
        newest=found.stored.history[-1].seq,
        room=threshold - found.beside_tail,
        window=found.window,
        pending=found.stored.compaction.pending,
    )
