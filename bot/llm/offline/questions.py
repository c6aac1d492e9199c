"""Answers to direct questions and requests, from statements made before."""

from bot.llm.offline import facts, matching, recall, telling
from bot.llm.offline.asked import Asked
from bot.llm.offline.policy import ALMOST, FOUND, NEAR
from memory_core.model import Message


def question(asked: Asked) -> str:
    """Quote the statements that answer, or the closest one, or say that there is none."""
    if facts.asks_name(asked.intent.about):
        return recall.own_name(asked)
    exact, near = _statements(asked)
    if exact:
        return telling.tell(exact, asked)
    if near:
        return f"{asked.sentences.closest}\n{telling.tell(near[:1], asked)}"
    return asked.sentences.unknown


def lone_word(asked: Asked) -> str:
    """Quote what was said about a word that somebody wrote all alone."""
    exact, _ = _statements(asked)
    if exact:
        return telling.tell(exact, asked)
    return asked.sentences.lone_word.format(about=telling.label(asked.intent.about))


def request(asked: Asked) -> str:
    """Say that the work cannot be done; quote what was said about it."""
    exact, _ = _statements(asked)
    told = [telling.tell(exact, asked)] if exact else []
    return "\n".join((asked.sentences.cannot_do, *told))


def _statements(asked: Asked) -> tuple[list[Message], list[Message]]:
    """Return statements that answer the question, and such that only come close."""
    talk, about = asked.conversation, asked.intent.about
    messages = talk.mine if asked.intent.personal else talk.said
    matches = [m for m in matching.find(about, messages) if m.share >= NEAR]
    enough = max(FOUND, ALMOST * matches[0].share) if matches else FOUND
    found = recall.of_kinds([m for m in matches if m.share >= enough], recall.TOLD, asked)
    exact = [m for m in found if facts.answers_kind(about, m.content)]
    return recall.newest_first(exact), found or recall.of_kinds(matches, recall.TOLD, asked)
