"""How long the phases of a turn took lately; kept while the process lives."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Literal

Phase = Literal["PreRun", "model", "PostRun"]
PHASES: tuple[Phase, ...] = ("PreRun", "model", "PostRun")
KEPT = 1_000
"""How many turns the percentiles look back."""


class Timings:
    """The durations of the newest turns, in seconds."""

    def __init__(self) -> None:
        self.turns = 0
        self._durations: dict[Phase, deque[float]] = {p: deque(maxlen=KEPT) for p in PHASES}

    @contextmanager
    def measured(self, phase: Phase) -> Iterator[None]:
        """Note how long the block takes, however it ends."""
        started = perf_counter()
        try:
            yield
        finally:
            self._durations[phase].append(perf_counter() - started)

    def percentile(self, phase: Phase, share: float) -> float | None:
        """Return the duration that ``share`` of the turns stay within; None before the first."""
        durations = sorted(self._durations[phase])
        return (
            durations[min(int(share * len(durations)), len(durations) - 1)] if durations else None
        )
