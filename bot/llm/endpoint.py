"""One server of models: capped retries and a circuit breaker that all calls to it share."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.llm.breaker import Breaker
from memory_core.errors import (
    AnswerInterrupted,
    BadOutput,
    ModelError,
    ModelMisconfigured,
    ModelTimedOut,
    ModelUnavailable,
    RateLimited,
)
from memory_core.ports import Clock

log = logging.getLogger(__name__)
T = TypeVar("T")
Sleep = Callable[[float], Awaitable[None]]

ATTEMPTS = 3
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 8.0
"""A server that asks for a longer pause is not waited for: the person hears when to come back."""

_BROKEN = (ModelUnavailable, ModelTimedOut, AnswerInterrupted, BadOutput)
_WORTH_ANOTHER_TRY = (ModelUnavailable, AnswerInterrupted, BadOutput, RateLimited)


class Endpoint:
    """Calls a server, again when that may help and nobody has heard anything yet."""

    def __init__(self, clock: Clock, sleep: Sleep = asyncio.sleep) -> None:
        self.breaker = Breaker(clock)
        self._sleep = sleep
        self._told: dict[str, str] = {}

    async def call(
        self,
        attempt: Callable[[], Awaitable[T]],
        heard: Callable[[], bool] = lambda: False,
        *,
        model: str = "",
    ) -> T:
        """Return what ``attempt`` does. Once ``heard`` says so, a failure is final.

        Raises ModelError; ModelUnavailable at once while the breaker is open. What only the
        operator can repair is logged when it begins and when it changes, for each ``model``.
        """
        try:
            result = await self._attempts(attempt, heard)
        except ModelMisconfigured as error:
            self._tell(model, str(error))
            raise
        if self._told.pop(model, None) is not None:
            log.info("the model's server takes our requests again: %s", model)
        return result

    async def _attempts(self, attempt: Callable[[], Awaitable[T]], heard: Callable[[], bool]) -> T:
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
        number = self.breaker.enter()
        try:
            result = await attempt()
        except _BROKEN:
            self.breaker.failed(number)
            raise
        except ModelError:  # an answer of a kind: the server is there
            self.breaker.succeeded()
            raise
        except BaseException:
            self.breaker.gave_up(number)
            raise
        self.breaker.succeeded()
        return result

    def _tell(self, model: str, trouble: str) -> None:
        if self._told.get(model) != trouble:
            self._told[model] = trouble
            log.error(
                "the model's server refuses %s: %s. Check llm.api_key, llm.base_url and "
                "llm.model; `dbridge-bot doctor` says more",
                model or "our requests",
                trouble,
            )


def _pause(error: ModelError, number: int) -> float | None:
    """Return how long to wait before the next attempt, None when that is too long."""
    match error:
        case RateLimited(retry_after=float(wanted)) | ModelUnavailable(retry_in=float(wanted)):
            return wanted if wanted <= LONGEST_PAUSE_S else None
    return FIRST_PAUSE_S * float(2 ** (number - 1)) * random.uniform(0.5, 1)  # noqa: S311 - jitter
