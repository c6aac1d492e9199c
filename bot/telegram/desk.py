"""Where every stored arrival goes: to the model, in order, or to a handler, at once."""

import asyncio
import logging
from collections.abc import Sequence
from functools import partial

from aiogram import Bot

from bot.app import App
from bot.telegram import keys, parts
from bot.telegram.access import Access
from bot.telegram.addressing import Chatter, Click, Command, Expired, Me
from bot.telegram.at_length import AtLength
from bot.telegram.chatting import Chatting, Stage
from bot.telegram.errors import TelegramTrouble
from bot.telegram.handlers.apologies import Apologies
from bot.telegram.handlers.reception import Reception
from bot.telegram.handlers.visits import Answer, Drop
from bot.telegram.lanes import STORAGE_PAUSE_S, Item, Lane, Lanes
from bot.telegram.languages import Languages
from bot.telegram.places import Place
from bot.telegram.postman import Postman
from bot.telegram.sender import Sender
from bot.telegram.turns import is_turn
from memory_core.concurrency import Nursery
from memory_core.errors import StorageUnavailable
from memory_core.model import ChatKey, InboxId, Outgoing

log = logging.getLogger(__name__)

TAP_S = 10.0
"""How long the answer to a tap may take before the reply is sent without it."""


class Desk:
    """Each arrival is settled once, together with its reply; ``lanes`` is set before the first."""

    lanes: Lanes

    def __init__(
        self,
        *,
        app: App,
        bot: Bot,
        me: Me,
        access: Access,
        sender: Sender,
        chatting: Chatting,
        postman: Postman,
        stage: Stage,
        languages: Languages,
        nursery: Nursery,
    ) -> None:
        self._app, self._sender, self._nursery = app, sender, nursery
        self._chatting, self._postman = chatting, postman
        self._reception = Reception(
            app=app, bot=bot, me=me, access=access, chatting=chatting, languages=languages
        )
        self._at_length = AtLength(inbox=app.storage.inbox, stage=stage, postman=postman)
        self._apologies = Apologies(
            app=app, sender=sender, postman=postman, languages=languages, nursery=nursery
        )

    def take(self, item: Item) -> None:
        """Take an arrival in: what the model answers waits in its lane, the rest does not."""
        if isinstance(item.incoming, Command):
            self.lanes.flush(self.lanes.lane(item.waiting.lane))
        if is_turn(item.incoming) and not isinstance(item.incoming, Click):
            self.lanes.put(item)
        else:
            self._nursery.spawn(self._at_once(item), f"arrival in {item.waiting.lane}")

    async def handle(self, lane: Lane, items: Sequence[Item]) -> None:
        """Answer what waited in a lane; after a restart that may be anything, in order."""
        first = items[0]
        if isinstance(first.incoming, Chatter):
            await self._chatting.answer(lane, items)
        elif asked := await self._reception.asked(first, _drop_nothing):
            await self._chatting.run(lane, items, asked)
        else:
            async with lane.gate:
                if lane.admit():
                    await self._carry_out(lane, first, _drop_nothing)

    async def give_up(self, lane: Lane, items: Sequence[Item]) -> None:
        """Apologise for arrivals that are given up for good."""
        await self._apologies.give_up(lane, items)

    async def stuck(self, lane: Lane, items: Sequence[Item]) -> None:
        """Say that the database is away, and that nothing is lost."""
        await self._apologies.stuck(lane, items)

    async def _at_once(self, item: Item) -> None:
        """Pass the gate of the lane, in order of arrival, without waiting for its answers."""

        def drop(sender: int | None) -> list[InboxId]:
            return self.lanes.drop(lane, sender, before=item.waiting.id)

        async def carry_out(lane: Lane, _items: Sequence[Item]) -> None:
            await self._carry_out(lane, item, drop)

        with self.lanes.visited(item.waiting.lane) as lane:
            async with lane.gate:
                await self.lanes.attempt(lane, [item], carry_out)

    async def _carry_out(self, lane: Lane, item: Item, drop: Drop) -> None:
        answer = await self._reception.answer(item, drop)
        if answer.work:
            work = self._at_length.carry_out(item, answer.work, partial(self._settle, lane, item))
            self._nursery.spawn(work, f"work in {item.waiting.lane}")
            return
        if answer.is_turn:
            self.lanes.put(item)
        else:
            replies = parts.stored(item.waiting.lane, answer.parts)
            replies += parts.stored(_private(item), answer.privately)
            await self._settle(lane, item, (item.waiting.id, *answer.settles), replies)
        self._nursery.spawn(self._tell(item, answer), f"reply in {item.waiting.lane}")

    async def _settle(
        self, lane: Lane, item: Item, ids: Sequence[InboxId], replies: Sequence[Outgoing]
    ) -> None:
        """What was done is not done again because its reply cannot be stored yet."""
        while True:
            try:
                await self._app.storage.inbox.settle(ids, replies, self._app.clock.now())
            except StorageUnavailable as error:
                log.error("lane %s waits for storage: %s", lane.key, error)  # noqa: TRY400
                await self.stuck(lane, [item])
                await asyncio.sleep(STORAGE_PAUSE_S)
            else:
                return

    async def _tell(self, item: Item, answer: Answer) -> None:
        """Answer a tap before anything else is sent."""
        if isinstance(item.incoming, Click | Expired):
            try:
                async with asyncio.timeout(TAP_S):
                    await self._sender.answer_callback(item.incoming.query.id, answer.toast)
            except (TelegramTrouble, TimeoutError) as error:
                log.info("a tap was not answered: %r", error)
        self._postman.wake(item.waiting.lane)
        if answer.privately:
            self._postman.wake(_private(item))


def _private(item: Item) -> ChatKey:
    """Return the lane of the private chat with who sent it."""
    return keys.lane(Place(item.sender or 0))


def _drop_nothing(_sender: int | None) -> list[InboxId]:
    """What stands behind a command in its lane was sent after it."""
    return []
