"""Text as Telegram's server will see it, so that what we count is what it counts."""

import re
from unicodedata import normalize

from memory_core import text as valid

TRIMMED = " \n"
"""What the server cuts from both ends of a message and from the start of an entity."""
_LINE_ENDS = re.compile(r"\r\n?|[\v\f\x85\u2028\u2029]")
_RING = "\u030a"
_REMOVED = "\u0333\u033f\u030a\u2028-\u202e"
DROPPED = re.compile(rf"[\0-\x08\v-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff{_REMOVED}]")
"""Control characters, noncharacters, and what the server takes away by itself."""
_BLANK = re.compile(
    "[\\s\xa0\u1680\u180b-\u180e\u2000-\u200f\u202a-\u202f\u205f-\u2069\u2800\u3000\ufeff\ufffc]*"
)


def clean(text: str) -> str:
    """Return ``text`` as valid Unicode with plain line ends, without what cannot be shown."""
    text = valid.clean(_LINE_ENDS.sub("\n", text.replace("\0", "")))
    if _RING in text:
        text = re.sub(f".{_RING}", lambda found: normalize("NFC", found[0]), text)
    return DROPPED.sub("", text)


def is_blank(text: str) -> bool:
    """Tell whether the server would call ``text`` empty."""
    return _BLANK.fullmatch(text) is not None
