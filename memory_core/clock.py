"""The one place that reads the system's clock."""

from datetime import UTC, datetime


class SystemClock:
    """Real time."""

    def now(self) -> datetime:
        """Return the current time, aware, in UTC."""
        return datetime.now(UTC)  # noqa: TID251 - this is the clock everybody asks
