"""The queue of updates: offsets confirm, long polls wait, a second poll ends the first."""

import asyncio
from dataclasses import dataclass
from typing import Any

from .bell import Bell
from .clock import TwinClock
from .errors import ApiError, conflict

Json = dict[str, Any]

# Not sent unless asked for by name.
ON_REQUEST = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
KEPT_FOR = 24 * 3600
WEBHOOK_ACTIVE = (
    "can't use getUpdates method while webhook is active; "
    "use deleteWebhook to delete the webhook first"
)
OTHER_POLL = (
    "terminated by other getUpdates request; make sure that only one bot instance is running"
)


@dataclass(kw_only=True)
class Update:
    """One update, frozen as JSON when it happened."""

    id: int
    kind: str
    payload: Any
    at: float
    deliveries: int = 0
    confirmed_at: float | None = None

    def body(self) -> Json:
        """As getUpdates and webhooks carry it."""
        return {"update_id": self.id, self.kind: self.payload}


class UpdateQueue:
    """What waits for the bot, what it was given how often, and what it confirmed."""

    def __init__(self, clock: TwinClock, bell: Bell) -> None:
        self._clock = clock
        self._bell = bell
        self._waiting: asyncio.Future[None] | None = None
        self.next_id = 700_000_001
        self.allowed: frozenset[str] | None = None
        self.pending: list[Update] = []
        self.history: list[Update] = []
        self.withheld: list[tuple[str, Any]] = []

    def wants(self, kind: str) -> bool:
        """Whether the bot asked for this type, by name or by default."""
        return kind not in ON_REQUEST if self.allowed is None else kind in self.allowed

    def put(self, kind: str, payload: Any) -> Update | None:
        """Queue an update, or withhold it because its type was not asked for.

        Stories call it with what the Bot API would send; a test may pass anything.
        """
        if not self.wants(kind):
            self.withheld.append((kind, payload))
            self._bell.ring()
            return None
        update = Update(id=self.next_id, kind=kind, payload=payload, at=self._clock.now())
        self.next_id += 1
        self.pending.append(update)
        self.history.append(update)
        self._wake()
        self._bell.ring()
        return update

    def skip_ids(self, new_next_id: int) -> None:
        """After a week without updates the numbering starts anywhere."""
        self.next_id = new_next_id

    def confirm(self, update: Update) -> None:
        """Done with one update."""
        update.confirmed_at = self._clock.now()
        self.pending.remove(update)
        self._bell.ring()

    def drop_all(self) -> None:
        """drop_pending_updates."""
        for update in list(self.pending):
            self.confirm(update)

    def confirm_before(self, offset: int) -> None:
        """Everything below `offset` is done; a negative one keeps only that many."""
        self._expire()
        if offset < 0:
            done = self.pending[:offset]
        else:
            done = [update for update in self.pending if update.id < offset]
        for update in done:
            self.confirm(update)

    def batch(self, limit: int) -> list[Update]:
        """The oldest unconfirmed updates, counted as delivered."""
        batch = self.pending[:limit]
        for update in batch:
            update.deliveries += 1
        if batch:
            self._bell.ring()
        return batch

    async def poll(self, *, offset: int, limit: int, wait: float) -> list[Update]:
        """getUpdates: answers at once when something waits, else within `wait` seconds."""
        self.end_poll(conflict(OTHER_POLL))
        self.confirm_before(offset)
        if not self.pending and wait:
            await self._long_poll(wait)
        return self.batch(limit)

    def end_poll(self, error: ApiError) -> None:
        """End the poll that is waiting, if any."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(error)

    async def _long_poll(self, wait: float) -> None:
        waiting = asyncio.get_running_loop().create_future()
        self._waiting = waiting
        self._bell.ring()
        try:
            async with asyncio.timeout(wait):
                await waiting
        except TimeoutError:
            pass
        finally:
            if self._waiting is waiting:
                self._waiting = None

    @property
    def polled(self) -> bool:
        """Whether a long poll is waiting right now."""
        return self._waiting is not None and not self._waiting.done()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _expire(self) -> None:
        oldest = self._clock.now() - KEPT_FOR
        self.pending = [update for update in self.pending if update.at >= oldest]
