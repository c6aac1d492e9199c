"""Rings at every change of the twin's world, so that nobody has to sleep and look again."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Bell:
    """Wakes everybody who waits for a condition."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def ring(self) -> None:
        """Something has changed."""
        self._event.set()
        self._event = asyncio.Event()

    async def until(self, condition: Callable[[], T], timeout: float = 5.0) -> T:  # noqa: ASYNC109 - part of the promise
        """The first truthy value of `condition`; TimeoutError after `timeout` seconds."""
        async with asyncio.timeout(timeout):
            while not (value := condition()):
                await self._event.wait()
        return value
