"""One send budget for all chats: finals take turns, previews use what is left over."""

import asyncio
from collections import Counter
from collections.abc import Callable

from bot.telegram.ledger import Ledger
from bot.telegram.pace import PACE, Pace
from bot.telegram.timing import Timing
from memory_core.concurrency import KeyedLock

_A_MOMENT = 0.001
"""Shortest sleep in seconds: less might not move the time on at all."""


class Budget:
    """Decides when a message may go. Messages and their edits count, other calls do not."""

    def __init__(self, timing: Timing, pace: Pace = PACE) -> None:
        self._timing, self._pace = timing, pace
        self._ledger = Ledger(pace)
        self._chats, self._everybody = KeyedLock(), asyncio.Lock()
        self._waiting: Counter[int] = Counter()

    async def turn(self, chat_id: int) -> None:
        """Wait until a message may go to the chat; in order of asking, and it counts as sent."""
        self._waiting[chat_id] += 1
        try:
            async with self._chats.hold(chat_id):
                await self._take(chat_id)
        finally:
            self._waiting[chat_id] -= 1
            if not self._waiting[chat_id]:
                del self._waiting[chat_id]

    def spare(self, chat_id: int) -> bool:
        """Take the room for a preview now; False when there is none or a final waits."""
        now = self._timing.now()
        pace = self._pace
        wait = max(
            self._ledger.overall_wait(now, keep=pace.kept_for_finals_overall),
            self._ledger.chat_wait(
                chat_id,
                now,
                keep=pace.kept_for_finals_in_chat,
                keep_in_group=pace.kept_for_finals_in_group,
            ),
        )
        if wait > 0 or self._waiting[chat_id] or self._everybody.locked():
            return False
        self._ledger.spend(chat_id, now)
        return True

    def suspend(self, chat_id: int, seconds: float) -> None:
        """Let nothing more go to the chat for so long; Telegram has asked for it."""
        self._ledger.silence(chat_id, self._timing.now() + seconds)

    async def _take(self, chat_id: int) -> None:
        while True:
            await self._until(lambda now: self._ledger.chat_wait(chat_id, now))
            async with self._everybody:
                await self._until(self._ledger.overall_wait)
                now = self._timing.now()
                if self._ledger.chat_wait(chat_id, now) <= 0:
                    return self._ledger.spend(chat_id, now)

    async def _until(self, wait: Callable[[float], float]) -> None:
        """Sleep until there is no more wait; it may grow meanwhile."""
        while (seconds := wait(self._timing.now())) > 0:
            await self._timing.sleep(max(seconds, _A_MOMENT))
