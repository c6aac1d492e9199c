"""Text of others between our delimiters: it can neither close them nor open its own."""

import re
from collections.abc import Mapping

from memory_core.text import boundary_before, clean

TAGS = (
    "conversation",
    "conversation_summary",
    "former_summary",
    "message",
    "tool_call",
    "wish",
)
"""Every delimiter of our prompts."""
_DELIMITER = re.compile(rf"<(?=\s*/?\s*(?:{'|'.join(TAGS)})\b)", re.IGNORECASE)
_NOTHING: Mapping[str, str | None] = {}


def escaped(text: str) -> str:
    """Return ``text`` with nothing in it that reads as one of our delimiters."""
    return _DELIMITER.sub("&lt;", clean(text))


def enclosed(tag: str, body: str, facts: Mapping[str, str | None] = _NOTHING) -> str:
    """Return ``body`` between delimiters; ``facts`` that are known stand in the opening one.

    The body is taken as it is: what others wrote in it is escaped before.
    """
    told = "".join(f' {name}="{_fact(fact)}"' for name, fact in facts.items() if fact)
    return f"<{tag}{told}>\n{body}\n</{tag}>"


def one_line(text: str, chars: int) -> str:
    """Return ``text`` as one line of at most ``chars``, cut between characters."""
    line = " ".join(clean(text).split())
    if len(line) <= chars:
        return line
    return line[: boundary_before(line, chars - 1)].rstrip() + "…"


def _fact(text: str) -> str:
    return escaped(" ".join(text.split())).replace('"', "'")
