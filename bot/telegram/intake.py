"""Takes updates from Telegram: each is stored before Telegram is told that it arrived.

https://core.telegram.org/bots/api#getupdates
"""

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Protocol

from bot.telegram import addressing, claims, keys
from bot.telegram.access import Access
from bot.telegram.addressing import (
    Chatter,
    Command,
    Edit,
    Incoming,
    Me,
    Migration,
    Stranger,
)
from bot.telegram.errors import AnotherInstance, TelegramTrouble, TokenRefused, WebhookActive
from bot.telegram.lanes import Item
from memory_core.delivery import Arrival, Inbox, Operators, Waiting
from memory_core.errors import StorageUnavailable
from memory_core.ports import Clock

log = logging.getLogger(__name__)

RED_AFTER = timedelta(seconds=120)
"""Without a successful poll for this long, the bot is not well."""
FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 30.0
Update = Mapping[str, Any]
WHOAMI = {
    "text": "/whoami",
    "entities": [{"type": "bot_command", "offset": 0, "length": len("/whoami")}],
}
"""What is kept of the one question a stranger may ask."""


class Source(Protocol):
    """Where updates come from."""

    async def updates(self, offset: int | None) -> Sequence[Update]:
        """Wait for updates from ``offset`` on, which confirms those before it."""
        ...


class Intake:
    """The loop that polls, stores, and passes on what is for us."""

    def __init__(
        self,
        *,
        source: Source,
        inbox: Inbox,
        operators: Operators,
        clock: Clock,
        me: Me,
        access: Access,
        take: Callable[[Item], None],
        edited: Callable[[str, Incoming], None],
    ) -> None:
        self._source, self._inbox, self._clock = source, inbox, clock
        self._operators = operators
        self._me, self._access = me, access
        self._take, self._edited = take, edited
        self._heard_at = clock.now()

    @property
    def healthy(self) -> bool:
        """Whether Telegram was heard of lately."""
        return self._clock.now() - self._heard_at <= RED_AFTER

    @property
    def heard_at(self) -> datetime:
        """When the last poll succeeded."""
        return self._heard_at

    async def poll(self) -> None:
        """Poll for ever; trouble makes pauses, never an end. Raises TokenRefused."""
        offset: int | None = None
        pause = FIRST_PAUSE_S
        while True:
            try:
                updates = await self._source.updates(offset)
                self._heard_at = self._clock.now()
                await self.store(updates)
            except TokenRefused:
                raise
            except (TelegramTrouble, StorageUnavailable) as error:
                _complain(error)
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE_S)
            else:
                offset = max((u["update_id"] + 1 for u in updates if _has_id(u)), default=offset)
                pause = FIRST_PAUSE_S

    async def store(self, updates: Sequence[Update]) -> None:
        """Store a batch in one transaction, then pass on what is new and for us."""
        known = [(update, self._classify(update)) for update in updates if _has_id(update)]
        await self._burn_codes(updates)
        arrivals = [_arrival(update, incoming) for update, incoming in known]
        incoming_of = {update["update_id"]: incoming for update, incoming in known}
        added = await self._inbox.add(arrivals, self._clock.now())
        edits: list[tuple[Waiting, Edit]] = []
        for waiting in added:
            incoming = incoming_of[json.loads(waiting.payload)["update_id"]]
            if isinstance(incoming, Edit):
                edits.append((waiting, incoming))
            elif incoming is not None:
                self._take(Item(waiting=waiting, incoming=incoming))
        for waiting, edit in edits:
            await self._edit(waiting, edit)

    async def recover(self) -> list[Item]:
        """Return what a former process left unanswered, in order."""
        items: list[Item] = []
        for waiting in await self._inbox.unfinished():
            incoming = self._classify(json.loads(waiting.payload))
            if incoming is None or isinstance(incoming, Edit):
                await self._inbox.settle([waiting.id], (), self._clock.now())
            else:
                items.append(Item(waiting=waiting, incoming=incoming))
        return items

    async def _burn_codes(self, updates: Sequence[Update]) -> None:
        """End every claim code that others could read, also in groups that are not served."""
        for code in frozenset().union(*map(claims.overheard, filter(_has_id, updates))):
            if await self._operators.burn(claims.hashed(code)):
                log.warning("a claim code was seen in a group and is void; make another one")

    async def _edit(self, waiting: Waiting, edit: Edit) -> None:
        """Give a message that still waits its new text; an answered one keeps its answer."""
        update = json.loads(waiting.payload)
        message = update.pop("edited_message")
        new = self._classify({"update_id": update["update_id"], "message": message})
        name = keys.message(edit.message.chat.id, edit.message.message_id)
        payload = json.dumps({"update_id": update["update_id"], "message": message})
        if isinstance(new, Chatter | Command) and await self._inbox.replace(name, payload):
            self._edited(name, new)
        await self._inbox.settle([waiting.id], (), self._clock.now())

    def _classify(self, update: Update) -> Incoming | None:
        try:
            incoming = addressing.classify(update, self._me, self._access)
        except Exception:
            log.exception("an update could not be understood and was passed over")
            return None
        if isinstance(incoming, Migration):
            self._access.move(incoming.old, incoming.new)
        return incoming


def _arrival(update: Update, incoming: Incoming | None) -> Arrival:
    """Return what is kept: of what is not for us its id alone."""
    if incoming is None:
        return Arrival(update_id=update["update_id"])
    name = None
    if isinstance(incoming, Chatter | Command):
        name = keys.message(incoming.message.chat.id, incoming.message.message_id)
    return Arrival(
        update_id=update["update_id"],
        lane=keys.lane(addressing.place_of(incoming)),
        payload=json.dumps(_kept(update, incoming)),
        message=name,
    )


def _kept(update: Update, incoming: Incoming) -> Update:
    """Return a stranger's message without what it says: who and where is enough for a hint."""
    if not isinstance(incoming, Stranger):
        return update
    message = update["message"]
    kept = ("message_id", "date", "chat", "from", "sender_chat")
    said = {name: message[name] for name in kept if name in message}
    return {
        "update_id": update["update_id"],
        "message": said | (WHOAMI if incoming.asks_id else {}),
    }


def _has_id(update: Update) -> bool:
    id_ = update.get("update_id") if isinstance(update, dict) else None
    return isinstance(id_, int) and not isinstance(id_, bool) and abs(id_) < 2**63


def _complain(error: Exception) -> None:
    match error:
        case AnotherInstance():
            log.error("another instance polls with the same token; stop one of them")
        case WebhookActive():
            log.error("a webhook is set for this bot; updates cannot be polled")
        case _:
            log.warning("polling pauses: %r", error)
