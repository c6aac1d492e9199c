"""Delivers what the outbox holds: in order within a lane, once each, across restarts.

A part whose sending was under way when the process died may be sent once more; one whose answer
was lost is not, and the person may ask for it.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from itertools import repeat

from bot.telegram import keyboards, keys, parts
from bot.telegram.errors import (
    ChatGone,
    ChatMigrated,
    FloodLimited,
    MessageGone,
    SendRefused,
    SendUncertain,
    TelegramTrouble,
)
from bot.telegram.insisting import insist
from bot.telegram.languages import Languages
from bot.telegram.parts import File, Part, Removal, Text
from bot.telegram.places import Place
from bot.telegram.sender import Sender
from bot.texts import telegram
from memory_core.concurrency import Nursery
from memory_core.delivery import ChatBook, Due, Inbox, Outbox
from memory_core.errors import StorageUnavailable
from memory_core.model import ChatKey
from memory_core.ports import Clock

log = logging.getLogger(__name__)

PAUSE_S = 5.0
"""How long to wait before trying again when Telegram or the database is away."""


class Postman:
    """One round per lane at a time; ``wake`` begins one."""

    def __init__(
        self,
        *,
        inbox: Inbox,
        outbox: Outbox,
        chats: ChatBook,
        sender: Sender,
        clock: Clock,
        nursery: Nursery,
        languages: Languages,
    ) -> None:
        self._inbox, self._outbox = inbox, outbox
        self._chats, self._sender = chats, sender
        self._clock, self._nursery, self._languages = clock, nursery, languages
        self._rounds: dict[ChatKey, asyncio.Task[None]] = {}
        self._woken: set[ChatKey] = set()
        """Lanes in which something came since their round began."""

    def wake(self, lane: ChatKey) -> None:
        """Deliver what waits in a lane, now or with the round that is under way."""
        self._woken.add(lane)
        if lane not in self._rounds:
            self._rounds[lane] = self._nursery.spawn(self._go(lane), f"postman {lane}")

    async def done(self, lane: ChatKey) -> None:
        """Wait until nothing is under way in a lane."""
        if lane in self._rounds:
            await asyncio.wait([self._rounds[lane]])

    async def recover(self) -> None:
        """Deliver what a former process left."""
        for lane in await self._outbox.lanes():
            self.wake(lane)

    async def _go(self, lane: ChatKey) -> None:
        try:
            while lane in self._woken:
                self._woken.discard(lane)
                await self._round(lane)
        finally:
            del self._rounds[lane]

    async def _round(self, lane: ChatKey) -> None:
        while True:
            try:
                for due in await self._outbox.due(lane):
                    if not await self._deliver(due):
                        return
            except (StorageUnavailable, TelegramTrouble) as error:
                pause = error.retry_after if isinstance(error, FloodLimited) else PAUSE_S
                log.warning("postman waits in lane %s: %r", lane, error)
                await asyncio.sleep(pause)
            else:
                return

    async def _deliver(self, due: Due) -> bool:
        """Deliver one part and note what became of it; False when the lane leads nowhere now."""
        outbox = self._outbox
        try:
            message = await self._send(keys.place(due.lane), parts.loaded(due))
        except SendUncertain:
            await self._noted(lambda: outbox.uncertain(due.id))
            await self._noted(lambda: self._offer_again(due))
        except ChatMigrated as moved:
            await self._move(due.lane, moved.new_chat_id)
            return False
        except ChatGone as gone:
            reason = gone.reason
            log.info("lane %s cannot be reached: %s", due.lane, reason)
            await self._noted(lambda: self._chats.set_reachable(due.lane, False))
            await self._noted(lambda: outbox.refused(due.id, reason))
        except SendRefused as refused:
            description = refused.description
            log.error("a part for lane %s was refused: %s", due.lane, refused)  # noqa: TRY400
            await self._noted(lambda: outbox.refused(due.id, description))
        else:
            now = self._clock.now()
            await self._noted(lambda: outbox.delivered(due.id, message, now))
        return True

    async def _noted(self, note: Callable[[], Awaitable[None]]) -> None:
        """Note what became of a part, however long that takes: it is not sent again."""
        await insist(note, repeat(PAUSE_S))

    async def _send(self, place: Place, part: Part) -> int | None:
        match part:
            case Removal(message=message):
                await self._sender.delete(place, message)
                return None
            case File(document=document, reply_to=reply_to):
                content = document.content.encode()
                return await self._sender.document(
                    place, document.name, content, document.caption, reply_to=reply_to
                )
            case Text(replaces=int(preview)):
                try:
                    await self._sender.edit(place, preview, part.chunk, buttons=part.buttons)
                except MessageGone:
                    return await self._send_text(place, part)
                return preview
            case Text():
                return await self._send_text(place, part)

    async def _send_text(self, place: Place, part: Text) -> int:
        return await self._sender.send(
            place, part.chunk, reply_to=part.reply_to, buttons=part.buttons
        )

    async def _offer_again(self, due: Due) -> None:
        """Say that a part may be missing, with a button to send it once more."""
        if f'"data":"{keyboards.AGAIN}:' in due.payload:
            return
        words = telegram.of(await self._languages.of_lane(due.lane))
        notice = parts.plain(words.may_be_missing(), buttons=keyboards.again(words, due.id))
        await self._inbox.settle((), parts.stored(due.lane, [notice]), self._clock.now())
        self.wake(due.lane)

    async def _move(self, lane: ChatKey, new_chat_id: int) -> None:
        """Take a whole chat to its new id; what waits in it is delivered there."""
        old = keys.place(lane)
        await self._chats.migrate(keys.chat(old.chat_id), keys.chat(new_chat_id))
        self.wake(keys.lane(Place(new_chat_id, old.topic)))
