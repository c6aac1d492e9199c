"""Which language an answer is written in."""

import re

from memory_core.model import Language

_HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff]")
_LATIN_WORD = re.compile(r"[A-Za-z]{2,}|\b[IiAa]\b")

_GRAMMAR = re.compile(
    r"\b(?:the|is|are|was|were|an?|i|my|we|our|you|your|what|where|who|when|how|why|which|do|does|did|can"
    r"|to|of|in|on|about|and|has|have)\b",
    re.IGNORECASE,
)


def language_of(text: str, default: Language) -> Language:
    """Return the language ``text`` is written in; names from the other one do not decide."""
    han, latin = len(_HAN.findall(text)), len(_LATIN_WORD.findall(text))
    if not han:
        return "en" if latin else default
    return "en" if latin > han and _GRAMMAR.search(text) else "zh"
