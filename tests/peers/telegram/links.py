"""Which addresses a text link may carry; others lose the link without an error."""

import re

_WEB = re.compile(
    r"(?i)^(?:(https?|ftp)://)?((?:[^\s/?#:@.]+\.)+[^\s/?#:@.\d][^\s/?#:@.]*|\d+\.\d+\.\d+\.\d+)"
    r"(:\d{1,5})?([/?#]\S*)?$"
)
_APP = re.compile(r"(?i)^(?:tg|ton|tonsite)://[\w-]+\S*$")


def checked_link(url: str) -> str:
    """The address with a scheme, or "" when Telegram would not take it as one."""
    url = url.strip()
    if _APP.match(url):
        return url
    match = _WEB.match(url)
    if match is None:
        return ""
    return url if match.group(1) else f"http://{url}"
