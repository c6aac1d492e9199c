"""Every sentence people read, in each language the bot speaks."""

from bot.texts.base import Texts
from bot.texts.chinese import Chinese
from bot.texts.english import English
from bot.texts.failures import explain, explain_start
from memory_core.model import Language

__all__ = ["Texts", "explain", "explain_start", "of"]

_TEXTS: dict[Language, Texts] = {"en": English(), "zh": Chinese()}


def of(language: Language) -> Texts:
    """Return the sentences of a language."""
    return _TEXTS[language]
