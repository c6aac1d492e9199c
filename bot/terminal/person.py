"""Who sits at this terminal, where, and in which language."""

import getpass
import os
from collections.abc import Mapping
from dataclasses import dataclass

from memory_core.model import ChatKey, Language, UserId


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """Somebody at a terminal: an operator on their own machine."""

    user: UserId
    chat: ChatKey
    language: Language


def at_terminal(login: str, chat: str | None, language: Language) -> Person:
    """Return the person; each named chat has its own conversations."""
    user = f"terminal:{login}"
    return Person(
        user=UserId(user), chat=ChatKey(f"{user}:{chat}" if chat else user), language=language
    )


def login() -> str:
    """Return the login name, or the number of a user without one."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def language_of(environ: Mapping[str, str]) -> Language:
    """Return the language of the locale: Chinese, or else English."""
    names = (environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in names if name), "")
    return "zh" if locale.lower().startswith("zh") else "en"
