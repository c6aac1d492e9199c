"""The one place that reads the system's clock."""

from datetime import UTC, datetime

LONG_AGO = datetime.min.replace(tzinfo=UTC)
"""The time of what has lost its time."""


class SystemClock:
    """Real time."""

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - this is the clock everybody asks
