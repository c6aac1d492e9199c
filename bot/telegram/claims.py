"""The one-time code by which the first operator claims the bot: 128 bits, kept as a hash only."""

import hashlib
import re
import secrets
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from bot.slash import Call
from memory_core.delivery import Operators

VALID_FOR = timedelta(minutes=15)
_CODE = re.compile(r"[A-Za-z0-9_-]{22}")
_CODE_CHARS = 22
_WORD = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{22,64}(?![A-Za-z0-9_-])")
"""A code may be glued to other words; what is much longer is no code."""


async def offer(operators: Operators, now: datetime) -> str:
    """Return a fresh code; earlier ones end."""
    code = secrets.token_urlsafe(16)
    await operators.offer(hashed(code), now + VALID_FOR)
    return code


def invitation(username: str, code: str) -> str:
    """Return what to tell the person who starts the bot."""
    return (
        "Nobody runs this bot yet. Open this link within 15 minutes to become its operator:\n"
        f"{link(username, code)}"
    )


def link(username: str, code: str) -> str:
    """Return the link that sends ``/start CODE`` to the bot."""
    return f"https://t.me/{username}?start={code}"


def hashed(code: str) -> str:
    """Return what is kept of a code."""
    return hashlib.sha256(code.encode()).hexdigest()


def is_claim(call: Call) -> bool:
    """Whether a command is ``/start CODE``, whatever the code is."""
    return call.word == "start" and _CODE.fullmatch(call.rest) is not None


def overheard(update: Mapping[str, Any]) -> frozenset[str]:
    """Return what may be codes in a message that others can read, wherever it stands in there."""
    found: set[str] = set()
    for kind in ("message", "edited_message"):
        message = update.get(kind)
        chat = message.get("chat") if isinstance(message, dict) else None
        if isinstance(chat, dict) and chat.get("type") != "private":
            for text in _texts(message):
                found.update(_windows(text))
    return frozenset(found)


def _texts(value: object) -> Iterator[str]:
    """Yield every text in a piece of JSON."""
    match value:
        case str():
            yield value
        case dict():
            for each in value.values():
                yield from _texts(each)
        case list():
            for each in value:
                yield from _texts(each)


def _windows(text: str) -> Iterator[str]:
    for word in _WORD.findall(text):
        for start in range(len(word) - _CODE_CHARS + 1):
            yield word[start : start + _CODE_CHARS]
