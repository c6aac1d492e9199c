"""Who owns detached work, who may enter, who may be stopped."""

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Hashable
from contextlib import asynccontextmanager, suppress
from types import TracebackType
from typing import Any, Self, TypeVar

log = logging.getLogger(__name__)
T = TypeVar("T")


class Nursery:
    """The only owner of detached tasks: keeps them alive, logs their failures, waits for them."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, T], name: str) -> asyncio.Task[T]:
        """Run ``work`` beside the caller, who may await the task or let it go."""
        task = asyncio.get_running_loop().create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    async def drain(self, seconds: float) -> None:
        """Wait for all tasks, new ones too; those left after ``seconds`` are cancelled."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while self._tasks:
                    await asyncio.wait(self._tasks)
        late = list(self._tasks)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", task.get_name(), exc_info=error)


class KeyedLock:
    """A lock per key, granted in order of asking; keys nobody holds take no memory."""

    def __init__(self) -> None:
        self._locks: dict[Hashable, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def hold(self, key: Hashable) -> AsyncIterator[None]:
        """Wait for ``key`` and keep it for the block."""
        lock, users = self._locks.get(key, (asyncio.Lock(), 0))
        self._locks[key] = (lock, users + 1)
        try:
            async with lock:
                yield
        finally:
            lock, users = self._locks.pop(key)
            if users > 1:
                self._locks[key] = (lock, users - 1)


class Stopped(Exception):
    """The block was ended by ``Stoppable.stop``; ``reason`` is what the caller said."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Stoppable:
    """A block that others may end: it then raises Stopped, while the task itself lives on.

    Cancelling the task from outside stays a cancellation. The block may be entered again; once
    stopped, it raises Stopped there too.
    """

    def __init__(self) -> None:
        self._task: asyncio.Task[Any] | None = None
        self._cancelling = 0
        self._reason: str | None = None

    def stop(self, reason: str) -> bool:
        """End the block; False when it is over already or was stopped before."""
        if self._task is None or self._reason is not None:
            return False
        self._reason = reason
        self._task.cancel()
        return True

    async def __aenter__(self) -> Self:
        if self._reason is not None:
            raise Stopped(self._reason)
        self._task = asyncio.current_task()
        assert self._task is not None  # noqa: S101 - a coroutine runs in a task
        self._cancelling = self._task.cancelling()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        task, self._task = self._task, None
        if self._reason is None or task is None:
            return
        outside = task.uncancel() > self._cancelling
        if kind is asyncio.CancelledError and not outside:
            raise Stopped(self._reason) from error


async def complete(task: asyncio.Future[T]) -> T:
    """Wait for ``task`` to its end even when the caller is cancelled; then pass that on."""
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError as error:
            if task.cancelled():
                break
            cancelled = error
        except Exception:  # noqa: BLE001 - the task's own error, raised by result() below
            break
    if cancelled is not None:
        raise cancelled
    return task.result()
