"""``dbridge-bot claim``: another one-time link by which somebody becomes an operator."""

import asyncio

from aiogram.methods import GetMe

from bot.app import open_app
from bot.settings import Settings, Telegram
from bot.telegram import claims
from bot.telegram.client import open_bot
from bot.telegram.errors import TelegramTrouble, TokenRefused
from bot.texts import terminal
from memory_core.errors import SettingsError
from memory_core.model import Language

ASK_S = 10.0
"""How long Telegram may take to tell the bot's name."""


async def offer(settings: Settings, language: Language) -> str:
    """Make a fresh code and return what to do with it; earlier ones end.

    Raises SettingsError without a usable token, StorageUnavailable, SchemaTooNew.
    """
    if not settings.telegram.token.get_secret_value():
        raise SettingsError("telegram.token: is empty; @BotFather on Telegram gives you one")
    username = await _username(settings.telegram)
    async with open_app(settings) as app:
        code = await claims.offer(app.storage.operators, app.clock.now())
    words = terminal.of(language)
    if username is None:
        return words.claim_by_hand(f"/start {code}", claims.VALID_FOR)
    return words.claim_link(claims.link(username, code), claims.VALID_FOR)


async def _username(telegram: Telegram) -> str | None:
    """Return the bot's name; None while Telegram is away."""
    token, proxy = telegram.token.get_secret_value(), telegram.proxy or None
    try:
        async with asyncio.timeout(ASK_S), open_bot(token, telegram.api_base, proxy=proxy) as bot:
            return (await bot(GetMe())).username
    except TokenRefused as error:
        raise SettingsError(f"telegram.token: Telegram does not accept it ({error})") from error
    except (TelegramTrouble, TimeoutError):
        return None
