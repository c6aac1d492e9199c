"""Text without credentials: what logs and error messages are put through.

Every quantifier is bounded and every match consumes what it looked at, so that a line of any
length takes linear time. When in doubt it removes too much.
"""

import re

MASK = "[redacted]"

_AFTER = (
    # A bot token is ID:SECRET; the id alone is harmless and tells which bot it was.
    re.compile(r"(\d(?::|%3[Aa]))[\w-]{30,4096}"),
    re.compile(r"(sk-ant-)[\w-]{1,4096}"),
    re.compile(r"((?<![A-Za-z0-9])sk-)[\w-]{16,4096}"),
    re.compile(r"(bearer\s{1,8})(?!bearer\s)[^\s\"',;]{1,4096}", re.IGNORECASE),
    re.compile(r"(x-api-key[\"']?\s{0,8}[:=]\s{0,8}b?[\"']?)[^\s\"',;]{1,4096}", re.IGNORECASE),
    re.compile(r"((?:password|passwd|pwd)=[\"']?)[^\s\"'&;]{1,4096}", re.IGNORECASE),
)
"""What marks a credential is kept, what follows it goes."""
SECRET_CHARS = 8
"""A given secret that is shorter is no secret, and may be part of any word."""
_SPACE = re.compile(r"(\s)")


def masked(text: str) -> str:
    """Return ``text`` with bot tokens, API keys and the passwords of URLs replaced."""
    if "://" in text:
        text = "".join(map(_without_password, _SPACE.split(text)))
    for pattern in _AFTER:
        text = pattern.sub(rf"\1{MASK}", text)
    return text


def without(text: str, secret: str) -> str:
    """Return ``text`` without a secret that is known, wherever it stands."""
    return text.replace(secret, MASK) if len(secret) >= SECRET_CHARS else text


def _without_password(word: str) -> str:
    """Mask ``scheme://user:PASSWORD@host``, up to the last @: raw passwords may hold one too."""
    scheme, _, rest = word.partition("://")
    credentials, at, host = rest.rpartition("@")
    user, colon, _ = credentials.partition(":")
    return f"{scheme}://{user}:{MASK}@{host}" if at and colon else word
