"""The time that paces sending: monotonic, because a clock set back must not silence a chat."""

import asyncio
import time
from typing import Protocol


class Timing(Protocol):
    """Measures and waits. Points in time are seconds since an unknown start."""

    def now(self) -> float:
        """Return the present point in time; it never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Return ``seconds`` later."""
        ...


class RealTiming:
    """The machine's."""

    def now(self) -> float:
        """Return the machine's monotonic time."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Sleep."""
        await asyncio.sleep(seconds)
