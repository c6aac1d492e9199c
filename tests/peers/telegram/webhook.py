"""Push mode: one update after the other, again and again until the bot says 200."""

import asyncio
from typing import Any

import aiohttp

from .bell import Bell
from .clock import TwinClock
from .updates import Update, UpdateQueue

Json = dict[str, Any]

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"


class Webhook:
    """Where updates are pushed to. `pauses` are the seconds before a repetition."""

    def __init__(self, updates: UpdateQueue, clock: TwinClock, bell: Bell) -> None:
        self._updates = updates
        self._clock = clock
        self._bell = bell
        self._task: asyncio.Task[None] | None = None
        self.url = ""
        self.secret = ""
        self.max_connections = 40
        self.last_error = ""
        self.last_error_at = 0.0
        self.attempts: list[tuple[int, int]] = []
        self.pauses = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)

    def set(self, url: str, secret: str, max_connections: int) -> None:
        """Push to `url`, or to nobody when it is empty."""
        self.url, self.secret, self.max_connections = url, secret, max_connections
        self._bell.ring()

    def start(self) -> None:
        """Begin to push; `stop` ends it."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """End the pushing."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def info(self) -> Json:
        """WebhookInfo without the list of types."""
        found: Json = {
            "url": self.url,
            "has_custom_certificate": False,
            "pending_update_count": len(self._updates.pending),
        }
        if self.url:
            found |= {"max_connections": self.max_connections, "ip_address": "127.0.0.1"}
        if self.last_error:
            found["last_error_date"] = int(self.last_error_at)
            found["last_error_message"] = self.last_error
        return found

    async def _run(self) -> None:
        failures = 0
        async with aiohttp.ClientSession() as session:
            while True:
                await self._bell.until(lambda: self.url and self._updates.pending, 10**9)
                if await self._push(session, self._updates.pending[0]):
                    failures = 0
                else:
                    pause = self.pauses[min(failures, len(self.pauses) - 1)]
                    failures += 1
                    await asyncio.sleep(pause)

    async def _push(self, session: aiohttp.ClientSession, update: Update) -> bool:
        update.deliveries += 1
        headers = {SECRET_HEADER: self.secret} if self.secret else {}
        try:
            async with session.post(
                self.url,
                json=update.body(),
                headers=headers,
                timeout=aiohttp.ClientTimeout(total=60),
            ) as answer:
                status, reason = answer.status, answer.reason
        except (aiohttp.ClientError, TimeoutError):
            return self._failed(update, 0, "Connection refused")
        if 200 <= status <= 299:
            self.attempts.append((update.id, status))
            if update in self._updates.pending:
                self._updates.confirm(update)
            return True
        return self._failed(update, status, f"Wrong response from the webhook: {status} {reason}")

    def _failed(self, update: Update, status: int, why: str) -> bool:
        self.attempts.append((update.id, status))
        self.last_error, self.last_error_at = why, self._clock.now()
        self._bell.ring()
        return False
