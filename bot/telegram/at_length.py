"""What a command does at length while its lane goes on: a word first, then its answer there."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace

from bot.telegram import parts
from bot.telegram.chatting import Stage
from bot.telegram.errors import TelegramTrouble
from bot.telegram.handlers.visits import Answer, Work
from bot.telegram.lanes import Item
from bot.telegram.pace import PACE
from bot.telegram.parts import Part, Text
from bot.telegram.postman import Postman
from bot.telegram.rendering.values import Chunk
from memory_core.delivery import Inbox
from memory_core.errors import StorageUnavailable
from memory_core.model import InboxId, Outgoing

log = logging.getLogger(__name__)

Settle = Callable[[Sequence[InboxId], Sequence[Outgoing]], Awaitable[None]]
"""Stores the answer and ends the arrival, in one."""


class AtLength:
    """The arrival stays open until its work is done: after a crash it is done again."""

    def __init__(self, *, inbox: Inbox, stage: Stage, postman: Postman) -> None:
        self._inbox, self._stage, self._postman = inbox, stage, postman

    async def carry_out(self, item: Item, work: Work, settle: Settle) -> None:
        """Do the work and settle its arrival, whatever becomes of it."""
        over = asyncio.Event()
        showing = self._stage.nursery.spawn(self._show(item, work, over), "word of a work")
        async with self._stage.typing(work.visit.place):
            answer = await _done(work)
        over.set()
        shown = await showing
        placed = [_placed(part, shown) for part in answer.parts]
        await settle((item.waiting.id,), parts.stored(item.waiting.lane, placed))
        self._postman.wake(item.waiting.lane)

    async def _show(self, item: Item, work: Work, over: asyncio.Event) -> int | None:
        """Send the word as soon as there is room, unless the work is over or it was sent before.

        It is tried once; the work is done without it, too.
        """
        visit, shown = work.visit, item.waiting.preview
        try:
            while shown is None and not over.is_set():
                word = Chunk(text=work.word)
                shown = await self._stage.sender.preview(visit.place, word, visit.reply_to)
                if shown is None:
                    await self._stage.timing.sleep(PACE.shed_retry_s)
                else:
                    await self._inbox.note_preview((item.waiting.id,), shown)
        except (TelegramTrouble, StorageUnavailable) as error:
            log.info("work in %s is not shown or not noted: %r", item.waiting.lane, error)
        return shown


async def _done(work: Work) -> Answer:
    try:
        return await work.run()
    except Exception:
        log.exception("work in %s failed", work.visit.lane)
        return work.visit.says(work.visit.words.unexpected())


def _placed(part: Part, shown: int | None) -> Part:
    return replace(part, replaces=shown) if isinstance(part, Text) else part
