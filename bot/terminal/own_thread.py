"""Blocking calls beside the event loop, in a thread that never keeps the program from ending."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import TypeVar

T = TypeVar("T")


class OwnThread:
    """One thread that makes one call at a time; a call that is given up is left to itself."""

    def __init__(self, name: str) -> None:
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread = Thread(target=self._work, name=name, daemon=True)

    async def call(self, function: Callable[[], T]) -> T:
        """Return what ``function`` returns, or raise what it raises."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        self._calls.put(lambda: _make(function, loop, future))
        if not self._thread.is_alive():
            self._thread.start()
        return await future

    def _work(self) -> None:
        while True:
            self._calls.get()()


def _make(
    function: Callable[[], T], loop: asyncio.AbstractEventLoop, future: asyncio.Future[T]
) -> None:
    try:
        result = function()
    except Exception as error:  # noqa: BLE001 - raised again where it is awaited
        _tell(loop, future, partial(future.set_exception, error))
    else:
        _tell(loop, future, partial(future.set_result, result))


def _tell(
    loop: asyncio.AbstractEventLoop, future: asyncio.Future[T], news: Callable[[], None]
) -> None:
    """Hand over the outcome, unless nobody waits for it any more."""
    with suppress(RuntimeError):  # the loop is closed
        loop.call_soon_threadsafe(lambda: None if future.done() else news())
