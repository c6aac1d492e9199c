"""Counters on their way to the storage: collected here, written together now and then."""

import logging
from collections import Counter

from memory_core.errors import StorageUnavailable
from memory_core.metrics import Metrics

log = logging.getLogger("memory")


class Counters:
    """Counts without waiting; somebody calls ``flush`` every second and at the end."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._amounts: Counter[str] = Counter()

    def add(self, name: str, amount: int = 1) -> None:
        """Count; it is stored with the next flush."""
        if amount:
            self._amounts[name] += amount

    async def flush(self) -> None:
        """Store what was counted, in key order; if that fails, with the next flush."""
        amounts, self._amounts = self._amounts, Counter()
        if not amounts:
            return
        try:
            await self._metrics.add(dict(sorted(amounts.items())))
        except StorageUnavailable as error:
            self._amounts += amounts
            log.warning("memory.counters are not stored yet: %s", error)
