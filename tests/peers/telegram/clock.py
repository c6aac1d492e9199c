"""The twin's time: runs like the wall clock, moves when a test says so."""

import time


class TwinClock:
    """Unix seconds. `advance` jumps ahead; `freeze` stops the hands."""

    def __init__(self) -> None:
        self._offset = 0.0
        self._frozen: float | None = None

    def now(self) -> float:
        """The present moment of the twin's world."""
        return time.time() + self._offset if self._frozen is None else self._frozen

    def freeze(self) -> None:
        """From now on time passes only by `advance`."""
        self._frozen = self.now()

    def advance(self, seconds: float) -> None:
        """Move ahead by `seconds`."""
        if self._frozen is None:
            self._offset += seconds
        else:
            self._frozen += seconds
