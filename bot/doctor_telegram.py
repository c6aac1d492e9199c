"""The doctor on Telegram: the connection, who may write, and what the bot gets to see.

It does not poll: that would take the updates away from a bot that is running.
"""

import asyncio
from collections.abc import AsyncIterator
from collections.abc import Set as AbstractSet
from urllib.parse import urlsplit

from aiogram.methods import GetMe, GetWebhookInfo
from aiogram.types import User, WebhookInfo

from bot.doctor import Finding
from bot.settings import Telegram
from bot.settings_types import ANYBODY
from bot.telegram import keys
from bot.telegram.client import open_bot
from bot.telegram.errors import (
    AnotherInstance,
    FloodLimited,
    SendUncertain,
    TelegramTrouble,
    TelegramUnreachable,
    TokenRefused,
)
from bot.telegram.pace import Pace
from bot.texts.doctor_telegram import TelegramDoctorTexts
from memory_core.errors import SettingsError

ASK_S = 10.0
"""How long Telegram may take to answer."""
_ONCE = Pace(back_off_s=(), flood_wait_max_s=0)


async def findings(
    telegram: Telegram, claimed: AbstractSet[str] | None, say: TelegramDoctorTexts
) -> AsyncIterator[Finding]:
    """Look at the connection and at the lists; ``claimed`` is None for an unreadable database."""
    try:
        user, hook = await _ask(telegram)
    except (TelegramTrouble, SettingsError, TimeoutError) as error:
        yield _trouble(error, telegram.api_base, say)
    else:
        yield Finding("well", say.reachable(telegram.api_base, f"@{user.username}"))
        if hook.url:
            yield Finding("unsure", say.webhook(urlsplit(hook.url).hostname or "?"))
        sees_all = user.can_read_all_group_messages
        yield Finding("note", say.privacy_off() if sees_all else say.privacy_on())
    named = {str(keys.user(int(user_id))) for user_id in telegram.operators}
    if named or claimed is not None:
        yield _operators(named | (claimed or set()), say)
    yield Finding("well", _may_write(telegram, say))


async def _ask(telegram: Telegram) -> tuple[User, WebhookInfo]:
    token, proxy = telegram.token.get_secret_value(), telegram.proxy or None
    async with (
        asyncio.timeout(ASK_S),
        open_bot(token, telegram.api_base, proxy=proxy, pace=_ONCE) as bot,
    ):
        return await bot(GetMe()), await bot(GetWebhookInfo())


def _trouble(error: Exception, address: str, say: TelegramDoctorTexts) -> Finding:
    match error:
        case TokenRefused():
            return Finding("now", say.token_refused(str(error)))
        case SettingsError():
            return Finding("now", say.unusable(str(error)))
        case AnotherInstance():
            return Finding("now", say.another_instance())
        case FloodLimited():
            return Finding("unsure", say.limited())
        case TelegramUnreachable() | SendUncertain() | TimeoutError():
            return Finding("now", say.unreachable(address, str(error) or f"{ASK_S:g} s"))
    return Finding("now", say.odd(str(error)))


def _operators(users: AbstractSet[str], say: TelegramDoctorTexts) -> Finding:
    if not users:
        return Finding("soon", say.unclaimed())
    return Finding("well", say.operators(len(users)))


def _may_write(telegram: Telegram, say: TelegramDoctorTexts) -> str:
    users, chats = telegram.allowed_users, telegram.allowed_chats
    if not users and not chats:
        return say.closed()
    people = say.listed_people(len(users)) if users else say.operators_only()
    groups = say.listed_groups(len(chats)) if chats else say.operators_only()
    return say.may_write(
        say.everybody() if ANYBODY in users else people,
        say.everybody() if ANYBODY in chats else groups,
    )
