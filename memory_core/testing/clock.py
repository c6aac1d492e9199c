"""A clock that moves only when a test moves it."""

from datetime import UTC, datetime, timedelta

START = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
"""Where every fake clock starts: a Monday morning."""


class FakeClock:
    """Time that a test decides."""

    def __init__(self, start: datetime = START) -> None:
        self._now = start

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""
        return self._now

    def advance(self, by: timedelta = timedelta(0), *, seconds: float = 0) -> datetime:
        """Move on and return the new time."""
        self._now += by + timedelta(seconds=seconds)
        return self._now
