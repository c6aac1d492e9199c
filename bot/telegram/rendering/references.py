"""Link definitions, `[1]: https://example.org`: Markdown swallows those nobody uses."""

import re
from collections import Counter

from bot.telegram.rendering.links import is_link
from bot.telegram.rendering.shields import literal, unshield

_LABEL = r"\[(?P<label>(?:[^\[\]\\]|\\.){1,999})\]"
_LABELS = re.compile(_LABEL, re.DOTALL)
_DEFINITION = re.compile(rf"{_LABEL}:(?:[ \t]*<?(?P<url>[^\s<>]+))?|\]:", re.DOTALL)


def keep_unused(text: str) -> str:
    """Return shielded Markdown in which a definition without a link to it is plain text."""
    if "]:" not in text:
        return text
    uses = Counter(_folded(found) for found in _LABELS.finditer(text))

    def definition(found: re.Match[str]) -> str:
        used = found["label"] is not None and uses[_folded(found)] > 1
        if used and is_link(unshield(found["url"] or "")):
            return found[0]
        return literal(found[0], "[]")

    return _DEFINITION.sub(definition, text)


def _folded(found: re.Match[str]) -> str:
    return " ".join(found["label"].casefold().split())
