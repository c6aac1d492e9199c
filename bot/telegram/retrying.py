"""Which calls are made again, when, and with what: the rules of sending.

A message whose answer was lost may have arrived, so it is not sent again; a call that only sets
something may be repeated as often as needed.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from aiogram import Bot
from aiogram.client.session.middlewares.base import (
    BaseRequestMiddleware,
    NextRequestMiddlewareType,
)
from aiogram.methods import TelegramMethod

from bot.telegram import repairs
from bot.telegram.errors import (
    FloodLimited,
    SendRefused,
    SendUncertain,
    TelegramUnreachable,
)
from bot.telegram.methods import Passing
from bot.telegram.pace import PACE, Pace
from bot.telegram.timing import Timing

T = TypeVar("T")
OnFlood = Callable[[int, float], None]
"""Takes a chat and for how many seconds Telegram wants nothing more sent there."""

_REPEATABLE = ("get", "set", "edit", "delete", "answer", "log", "close")
_REPEATABLE_SENDS = ("sendChatAction", "sendMessageDraft")


class Retrying(BaseRequestMiddleware):
    """Waits, repeats and repairs; what still fails is a TelegramTrouble."""

    def __init__(self, timing: Timing, on_flood: OnFlood, pace: Pace = PACE) -> None:
        self._timing, self._on_flood, self._pace = timing, on_flood, pace

    async def __call__(
        self, make_request: NextRequestMiddlewareType[Any], bot: Bot, method: TelegramMethod[Any]
    ) -> Any:
        """Make the call; leave out what Telegram objects to, once each."""
        while True:
            try:
                return await self._repeated(make_request, bot, method)
            except SendRefused as refusal:
                if repairs.achieved(refusal):
                    return True
                repaired = repairs.without_cause(method, refusal)
                if repaired is None:
                    raise
            method = repaired

    async def _repeated(
        self, make_request: NextRequestMiddlewareType[Any], bot: Bot, method: TelegramMethod[Any]
    ) -> Any:
        """Make the call; try again while nothing can have happened twice."""
        for pause in self._pauses(method):
            try:
                return await self._admitted(make_request, bot, method)
            except TelegramUnreachable:
                if pause is None:
                    raise
            except SendUncertain as lost:
                if not is_repeatable(method):
                    raise
                if pause is None:
                    raise TelegramUnreachable(str(lost)) from lost
            await self._timing.sleep(pause)
        raise AssertionError

    def _pauses(self, method: TelegramMethod[Any]) -> tuple[float | None, ...]:
        """How long to wait after each failure; None after the last one.

        Polling has a pace of its own.
        """
        once = isinstance(method, Passing) or method.__api_method__ == "getUpdates"
        return (None,) if once else (*self._pace.back_off_s, None)

    async def _admitted(
        self, make_request: NextRequestMiddlewareType[Any], bot: Bot, method: TelegramMethod[Any]
    ) -> Any:
        """Make the call; wait as long as Telegram asks, within reason."""
        waited = 0.0
        while True:
            try:
                return await make_request(bot, method)
            except FloodLimited as flood:
                self._tell(method, flood)
                wait = flood.retry_after
                waited += wait
                if isinstance(method, Passing) or waited > self._pace.flood_wait_max_s:
                    raise
            await self._timing.sleep(wait)

    def _tell(self, method: TelegramMethod[Any], flood: FloodLimited) -> None:
        chat_id = getattr(method, "chat_id", None)
        if isinstance(chat_id, int) and method.__api_method__ != "sendChatAction":
            self._on_flood(chat_id, flood.retry_after)


def is_repeatable(method: TelegramMethod[Any]) -> bool:
    """Whether making the call twice comes to the same as making it once."""
    name = method.__api_method__
    return name.startswith(_REPEATABLE) or name in _REPEATABLE_SENDS
