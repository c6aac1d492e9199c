"""Sentences that only Telegram needs."""

from bot.texts.telegram_base import TelegramTexts
from bot.texts.telegram_chinese import TelegramChinese
from bot.texts.telegram_english import TelegramEnglish
from memory_core.model import Language

__all__ = ["NAMES", "TelegramTexts", "of"]

NAMES: dict[Language, str] = {"zh": "中文", "en": "English"}
"""What each language calls itself."""
_TEXTS: dict[Language, TelegramTexts] = {"en": TelegramEnglish(), "zh": TelegramChinese()}


def of(language: Language) -> TelegramTexts:
    """Return Telegram's sentences of a language."""
    return _TEXTS[language]
