"""One server of models: capped retries and a circuit breaker that all calls to it share."""

import asyncio
import random
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TypeVar

from memory_core.errors import (
    AnswerInterrupted,
    BadOutput,
    ModelError,
    ModelTimedOut,
    ModelUnavailable,
    RateLimited,
)
from memory_core.ports import Clock

T = TypeVar("T")
Sleep = Callable[[float], Awaitable[None]]

ATTEMPTS = 3
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 8.0
"""A server that asks for a longer pause is not waited for: the person hears when to come back."""
FAILURES_TO_OPEN = 5
WITHIN = timedelta(minutes=1)
PAUSE = timedelta(seconds=15)

_BROKEN = (ModelUnavailable, ModelTimedOut, AnswerInterrupted, BadOutput)
_WORTH_ANOTHER_TRY = (ModelUnavailable, AnswerInterrupted, BadOutput, RateLimited)


class Breaker:
    """Opens after 5 failures in a minute; after 15 s it lets one call through to find out."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: deque[datetime] = deque(maxlen=FAILURES_TO_OPEN)
        self._open_until: datetime | None = None
        self._probing = False

    @property
    def is_open(self) -> bool:
        """Whether calls are refused, or were until somebody tries."""
        return self._open_until is not None

    def enter(self) -> None:
        """Let a call through or raise ModelUnavailable with the time until the next try."""
        if self._open_until is None:
            return
        left = (self._open_until - self._clock.now()).total_seconds()
        if left > 0 or self._probing:
            raise ModelUnavailable("circuit open", retry_in=max(left, 1.0))
        self._probing = True

    def succeeded(self) -> None:
        """The server works."""
        self._failures.clear()
        self._open_until, self._probing = None, False

    def failed(self) -> None:
        """The server does not work; too often in a while means: leave it alone."""
        now = self._clock.now()
        self._failures.append(now)
        full = len(self._failures) == FAILURES_TO_OPEN
        if self._probing or (full and now - self._failures[0] <= WITHIN):
            self._open_until = now + PAUSE
        self._probing = False

    def undecided(self) -> None:
        """The call was given up; it says nothing about the server."""
        self._probing = False


class Endpoint:
    """Calls a server, again when that may help and nobody has heard anything yet."""

    def __init__(self, clock: Clock, sleep: Sleep = asyncio.sleep) -> None:
        self.breaker = Breaker(clock)
        self._sleep = sleep

    async def call(
        self, attempt: Callable[[], Awaitable[T]], heard: Callable[[], bool] = lambda: False
    ) -> T:
        """Return what ``attempt`` does. Once ``heard`` says so, a failure is final.

        Raises ModelError; ModelUnavailable at once while the breaker is open.
        """
        for number in range(1, ATTEMPTS + 1):
            try:
                return await self._once(attempt)
            except _WORTH_ANOTHER_TRY as error:
                pause = _pause(error, number)
                if heard() or number == ATTEMPTS or pause is None or self.breaker.is_open:
                    raise
                await self._sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    async def _once(self, attempt: Callable[[], Awaitable[T]]) -> T:
        self.breaker.enter()
        try:
            result = await attempt()
        except _BROKEN:
            self.breaker.failed()
            raise
        except ModelError:
            self.breaker.succeeded()
            raise
        except BaseException:
            self.breaker.undecided()
            raise
        self.breaker.succeeded()
        return result


def _pause(error: ModelError, number: int) -> float | None:
    """Return how long to wait before the next attempt, None when that is too long."""
    if isinstance(error, RateLimited) and error.retry_after is not None:
        return error.retry_after if error.retry_after <= LONGEST_PAUSE_S else None
    return FIRST_PAUSE_S * float(2 ** (number - 1)) * random.uniform(0.5, 1)  # noqa: S311 - jitter
