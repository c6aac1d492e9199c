"""What is said when an arrival cannot be answered: never, or not yet."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

from bot.app import App
from bot.telegram import keys, parts
from bot.telegram.addressing import Click, Expired, Membership, Migration
from bot.telegram.errors import TelegramTrouble
from bot.telegram.lanes import Item, Lane
from bot.telegram.languages import Languages
from bot.telegram.postman import Postman
from bot.telegram.rendering.values import Chunk
from bot.telegram.sender import Sender
from bot.texts import telegram
from bot.texts.telegram import TelegramTexts
from memory_core.concurrency import Nursery
from memory_core.errors import StorageUnavailable
from memory_core.model import ChatKey

log = logging.getLogger(__name__)

ONE_NOTICE_PER = timedelta(minutes=1)


class Apologies:
    """Nobody is left without a word, nor with too many."""

    def __init__(
        self,
        *,
        app: App,
        sender: Sender,
        postman: Postman,
        languages: Languages,
        nursery: Nursery,
    ) -> None:
        self._app, self._sender, self._postman = app, sender, postman
        self._languages, self._nursery = languages, nursery
        self._told: dict[ChatKey, datetime] = {}

    async def give_up(self, lane: Lane, items: Sequence[Item]) -> None:
        """Apologise for arrivals that are given up for good."""
        if not _awaited(items):
            return
        text = self._words(lane, items).gave_up()
        try:
            replies = parts.stored(lane.key, [parts.plain(text)])
            await self._app.storage.inbox.settle((), replies, self._app.clock.now())
        except StorageUnavailable:
            self._say(lane, text)
        else:
            self._postman.wake(lane.key)

    async def stuck(self, lane: Lane, items: Sequence[Item]) -> None:
        """Say at most once a minute that the database is away; nothing is lost by that."""
        now = self._app.clock.now()
        self._told = {key: at for key, at in self._told.items() if now - at < ONE_NOTICE_PER}
        if lane.key not in self._told and _awaited(items):
            self._told[lane.key] = now
            self._say(lane, self._words(lane, items).no_storage())

    def _say(self, lane: Lane, text: str) -> None:
        self._nursery.spawn(self._send(lane.key, text), f"notice {lane.key}")

    async def _send(self, lane: ChatKey, text: str) -> None:
        """Send past the outbox, which is in the database that is away."""
        try:
            await self._sender.send(keys.place(lane), Chunk(text=text))
        except TelegramTrouble as error:
            log.warning("lane %s was not told what is wrong: %r", lane, error)

    def _words(self, lane: Lane, items: Sequence[Item]) -> TelegramTexts:
        return telegram.of(self._languages.guess(lane.key, _code(items[0])))


def _awaited(items: Sequence[Item]) -> bool:
    """Whether somebody waits for an answer."""
    return not all(isinstance(item.incoming, Membership | Migration | Expired) for item in items)


def _code(item: Item) -> str | None:
    match item.incoming:
        case Click(query=query):
            return query.from_user.language_code
        case Membership() | Migration() | Expired():
            return None
        case incoming:
            user = incoming.message.from_user
            return None if user is None else user.language_code
