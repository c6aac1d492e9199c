"""A circuit breaker: leaves a failing server alone, and lets one call find out when it works."""

import logging
from collections import deque
from datetime import datetime, timedelta

from memory_core.errors import ModelUnavailable
from memory_core.ports import Clock

log = logging.getLogger(__name__)

FAILURES_TO_OPEN = 5
WITHIN = timedelta(minutes=1)
PAUSE = timedelta(seconds=15)
ORDINARY = 0
"""The number of a call while all is well; those that find out are counted from 1."""
PROBE_S = 1.0
"""When to come back while the one call is on its way."""


class Breaker:
    """Opens after 5 failures in a row within a minute; after 15 s one call may find out."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._failures: deque[datetime] = deque(maxlen=FAILURES_TO_OPEN)
        self._open_until: datetime | None = None
        self._probes, self._probing = 0, ORDINARY

    @property
    def is_open(self) -> bool:
        """Whether calls are refused, or were until somebody tries."""
        return self._open_until is not None

    def enter(self) -> int:
        """Let a call through and return its number, to be given back when it ends.

        Raises ModelUnavailable with the time until the next try.
        """
        if self._open_until is None:
            return ORDINARY
        left = (self._open_until - self._clock.now()).total_seconds()
        if left > 0 or self._probing:
            raise ModelUnavailable("circuit open", retry_in=max(left, PROBE_S))
        self._probes += 1
        self._probing = self._probes
        return self._probing

    def succeeded(self) -> None:
        """The server works, whoever found out."""
        if self.is_open:
            log.info("the model's server works again")
        self._failures.clear()
        self._open_until, self._probing = None, ORDINARY

    def failed(self, call: int) -> None:
        """The server does not work; a call from before the breaker opened tells nothing new."""
        probe = self._is_probe(call)
        if self.is_open and not probe:
            return
        now = self._clock.now()
        self._failures.append(now)
        often = len(self._failures) == FAILURES_TO_OPEN and now - self._failures[0] <= WITHIN
        if probe or often:
            if not self.is_open:
                log.info("the model's server keeps failing; it is left alone for a while")
            self._open_until = now + PAUSE
        self._probing = ORDINARY

    def gave_up(self, call: int) -> None:
        """The call was ended from outside; it says nothing about the server."""
        if self._is_probe(call):
            self._probing = ORDINARY

    def _is_probe(self, call: int) -> bool:
        return call == self._probing != ORDINARY
