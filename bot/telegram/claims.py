"""The one-time code by which the first operator claims the bot: 128 bits, kept as a hash only."""

import hashlib
import re
import secrets
from datetime import datetime, timedelta

from memory_core.delivery import Operators

VALID_FOR = timedelta(minutes=15)
_CODE = re.compile(r"[A-Za-z0-9_-]{22}")
_WORD = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])")


async def offer(operators: Operators, now: datetime) -> str:
    """Return a fresh code; earlier ones end."""
    code = secrets.token_urlsafe(16)
    await operators.offer(hashed(code), now + VALID_FOR)
    return code


def invitation(username: str, code: str) -> str:
    """Return what to tell the person who starts the bot."""
    return (
        "Nobody runs this bot yet. Open this link within 15 minutes to become its operator:\n"
        f"https://t.me/{username}?start={code}"
    )


def hashed(code: str) -> str:
    """Return what is kept of a code."""
    return hashlib.sha256(code.encode()).hexdigest()


def is_code(text: str) -> bool:
    """Whether ``text`` has the shape of a code and nothing else."""
    return _CODE.fullmatch(text) is not None


def codes_in(text: str) -> list[str]:
    """Return what may be codes in a text that others can read."""
    return _WORD.findall(text)
