"""Answers to statements: what was said is kept, and what it reminds of."""

from bot.llm.offline import matching, recall, telling
from bot.llm.offline.asked import Asked
from bot.llm.offline.policy import HINT_CHARS, HINT_CJK_CHARS, RELATED
from bot.llm.offline.quoting import quote
from memory_core import keywords


def statement(asked: Asked) -> str:
    """Acknowledge a statement, tell how to find it again, mention a related one."""
    return _acknowledged(_noted(asked), asked)


def remember(asked: Asked) -> str:
    """Acknowledge something to remember."""
    if not asked.intent.about:
        return asked.sentences.nothing_to_remember
    return _acknowledged(asked.sentences.remembered, asked)


def _acknowledged(acknowledgement: str, asked: Asked) -> str:
    words = asked.sentences
    matches = matching.find(asked.intent.about, asked.conversation.mine)
    related = [m for m in matches if m.of_shorter >= RELATED]
    related = [m for m in related if recall.kind_of(m.message, asked) in recall.TOLD][:1]
    if not related:
        return acknowledgement
    if related[0].same:
        return words.said_before
    quoted = telling.quoted(related[0].message, asked)
    return f"{acknowledgement}\n{words.related.format(quote=quoted)}"


def _noted(asked: Asked) -> str:
    word = _telling_word(asked)
    if word is None:
        return asked.sentences.noted
    return asked.sentences.noted_with_hint.format(about=word)


def _telling_word(asked: Asked) -> str | None:
    """Return the first word by which the statement will be found again, rather a noun."""
    words = [word.removesuffix("'s") for word in keywords.chunks(asked.intent.about)]
    good = [word for word in words if _reads_well(word) and not _is_common(word)]
    nouns = (word for word in good if not word.endswith(("ed", "ing")))
    return next(nouns, None) or next(iter(good), None)


def _is_common(word: str) -> bool:
    return all(map(matching.is_common, keywords.terms(word)))


def _reads_well(word: str) -> bool:
    if keywords.is_cjk(word):
        return 1 < len(word) <= HINT_CJK_CHARS
    return word[0].isalpha() and quote(word, HINT_CHARS) == f"“{word}”"
