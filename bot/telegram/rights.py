"""Who may do what in a group; in private chats everybody may do everything."""

import logging
from datetime import datetime, timedelta
from typing import Literal

from aiogram import Bot

from bot.telegram.errors import TelegramTrouble
from bot.telegram.handlers.visits import Refusal, Visit
from bot.telegram.methods import GetMember
from memory_core.ports import Clock

log = logging.getLogger(__name__)

KNOWN_FOR = timedelta(minutes=5)
MOST_KNOWN = 10_000
"""Of so many people the standing is remembered."""
_ADMINS = ("creator", "administrator")


class Rights:
    """Asks Telegram who is an admin, and remembers it for a while."""

    def __init__(self, *, bot: Bot, clock: Clock, reset_by: Literal["members", "admins"]) -> None:
        self._bot, self._clock, self._reset_by = bot, clock, reset_by
        self._known: dict[tuple[int, int], tuple[bool, datetime]] = {}

    async def check_reset(self, visit: Visit) -> None:
        """Raise Refusal unless they may clear, begin, switch, rename and delete sessions."""
        if self._reset_by == "admins":
            await self.check_admin(visit)

    async def check_admin(self, visit: Visit) -> None:
        """Raise Refusal unless they may change what everybody in the chat notices."""
        if not visit.place.is_group or visit.speaks_for_the_group:
            return
        try:
            admin = await self._is_admin(visit.place.chat_id, visit.sender)
        except TelegramTrouble as error:
            log.warning("nobody tells who is an admin: %r", error)
            raise Refusal(visit.own.cannot_check()) from error
        if not admin:
            raise Refusal(visit.own.for_admins())

    async def _is_admin(self, chat_id: int, user_id: int) -> bool:
        now = self._clock.now()
        admin, asked_at = self._known.get((chat_id, user_id), (False, None))
        if asked_at is not None and now - asked_at < KNOWN_FOR:
            return admin
        found = await self._bot(GetMember(chat_id=chat_id, user_id=user_id))
        admin = found.get("status") in _ADMINS
        self._known.pop((chat_id, user_id), None)
        self._known[chat_id, user_id] = admin, now
        if len(self._known) > MOST_KNOWN:
            del self._known[next(iter(self._known))]
        return admin
