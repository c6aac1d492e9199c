"""Arrivals and replies for the contract suites."""

from datetime import datetime

from memory_core.delivery import Arrival, Due, Waiting
from memory_core.model import ChatKey, InboxId, Outgoing
from memory_core.ports import Storage
from memory_core.testing.clock import START
from memory_core.testing.contracts.makers import CHAT


def update(
    number: int, text: str = "", *, lane: ChatKey | None = CHAT, message: str | None = None
) -> Arrival:
    """Return an update as it comes from a messenger."""
    payload = text or f"update {number}"
    return Arrival(update_id=number, lane=lane, payload=payload, message=message)


async def arrive(
    storage: Storage, *numbers: int, lane: ChatKey = CHAT, now: datetime = START
) -> list[InboxId]:
    """Store updates that are new and return their ids."""
    updates = [update(number, lane=lane, message=f"message {number}") for number in numbers]
    return [waiting.id for waiting in await storage.inbox.add(updates, now)]


def reply(text: str, lane: ChatKey = CHAT) -> Outgoing:
    """Return a part of a reply."""
    return Outgoing(lane=lane, kind="send", payload=text)


async def left(storage: Storage) -> list[str]:
    """Return the payloads of what a start finds."""
    return [waiting.payload for waiting in await storage.inbox.unfinished()]


async def only_left(storage: Storage) -> Waiting:
    """Return the one arrival that a start finds."""
    [waiting] = await storage.inbox.unfinished()
    return waiting


async def queued(storage: Storage, *texts: str, lane: ChatKey = CHAT) -> tuple[Due, ...]:
    """Queue parts of a reply to nothing and return all that waits in the lane."""
    await storage.inbox.settle([], [reply(text, lane) for text in texts], START)
    return await storage.outbox.due(lane)


async def to_send(storage: Storage, lane: ChatKey = CHAT) -> list[str]:
    """Return the payloads that wait in a lane."""
    return [part.payload for part in await storage.outbox.due(lane)]
