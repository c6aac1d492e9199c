"""Lengths of time and changes as people say them."""

from datetime import timedelta
from typing import Literal

Unit = Literal["second", "minute", "hour", "day"]
_UNITS: tuple[tuple[Unit, timedelta], ...] = (
    ("day", timedelta(days=1)),
    ("hour", timedelta(hours=1)),
    ("minute", timedelta(minutes=1)),
)


def change(before: int, after: int) -> str:
    """Return by how much something became smaller, such as "−76 %"."""
    return f"−{round(100 * (before - after) / max(before, 1))} %"


def largest_unit(length: timedelta) -> tuple[int, Unit]:
    """Return ``length`` in the largest unit it fills, rounded down; never below 0 seconds."""
    for unit, size in _UNITS:
        if length >= size:
            return length // size, unit
    return max(0, length // timedelta(seconds=1)), "second"
