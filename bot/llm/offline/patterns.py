"""What each language must be able to recognise; filled in by patterns_en and patterns_zh."""

import re
from dataclasses import dataclass
from typing import Literal

Phrase = Literal[
    "greeting",
    "wellbeing",
    "thanks",
    "goodbye",
    "agreement",
    "about_bot",
    "help",
    "connect",
    "last_question",
    "last_message",
    "first_message",
    "last_answer",
    "about_person",
    "overview",
    "forget",
]
"""Intents that a set phrase says completely."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Patterns:
    """The set phrases of one language, without case, final punctuation and full width."""

    phrases: tuple[tuple[Phrase, re.Pattern[str]], ...]
    """Compared with a whole message, in this order."""
    topics: tuple[re.Pattern[str], ...]
    """Questions about what was said; groups ``about`` and, where it is said, ``who``."""
    me: re.Pattern[str]
    anyone: re.Pattern[str]
    """Whom a topic's ``who`` means; else it is a name."""
    personal: re.Pattern[str]
    """The message speaks of the person who writes it."""
    clause: re.Pattern[str]
    """``about`` is a question of its own: "do you know where …"."""
    lead: re.Pattern[str]
    """Politeness and the like before the matter."""
    tail: re.Pattern[str]
    """The same behind it."""
    asking_lead: re.Pattern[str]
    """A lead that makes a question of what follows."""
    remember: re.Pattern[str]
    """Group ``what``: what to remember."""
    request: re.Pattern[str]
    """Asks for work instead of information; group ``what``: on what."""
    polite: re.Pattern[str]
    """A lead after which a statement is a request."""
    question: re.Pattern[str]


def any_of(*alternatives: str) -> re.Pattern[str]:
    """Compile one pattern out of several."""
    return re.compile("|".join(f"(?:{text})" for text in alternatives), re.IGNORECASE)
