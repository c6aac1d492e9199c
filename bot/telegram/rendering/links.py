"""Which addresses Telegram takes as a link; from others it silently takes the link away."""

import re

from bot.telegram.rendering.policy import URL_CHARS

_LINK = re.compile(
    r"https?://(?:[\w-]+\.)+[^\W\d_][\w-]*(?::\d{1,5})?(?:[/?#]\S*)?"
    r"|https?://\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?:[/?#]\S*)?"
    r"|(?:tg|ton|tonsite)://(?!emoji\b)[\w-]+\S*",
    re.IGNORECASE,
)


def is_link(url: str) -> bool:
    """Tell whether a text can be linked to ``url``."""
    return len(url) <= URL_CHARS and url.isprintable() and _LINK.fullmatch(url) is not None
