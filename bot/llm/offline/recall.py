"""Answers to questions about the conversation itself: what was said, asked, brought up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from bot.llm.offline import facts, intents, matching, telling
from bot.llm.offline.asked import Asked
from bot.llm.offline.intents import Kind
from bot.llm.offline.matching import Match
from bot.llm.offline.policy import (
    FOUND,
    NAME_CHARS,
    NEAR,
    QUOTE_CHARS,
    READ,
    SCANNED,
    TOPIC_CHARS,
    TOPICS,
)
from bot.llm.offline.quoting import name, quote
from memory_core import keywords
from memory_core.model import Message

TOLD: frozenset[Kind] = frozenset({"statement", "remember"})
"""Messages that say something; questions and small talk do not."""
RAISED: frozenset[Kind] = TOLD | {"question", "request", "sql"}
"""Messages that bring something up."""
_ASKS_NOTHING: frozenset[Kind] = TOLD | {
    "greeting",
    "thanks",
    "goodbye",
    "agreement",
    "forget",
    "sql",
    "lone_word",
    "wordless",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Raised:
    """What an overview shows, oldest first, and whether it leaves something out."""

    shown: Sequence[Message]
    more: bool


def topic(asked: Asked) -> str:
    """Quote what was said about something, or say that nothing was."""
    about = asked.intent.about
    if facts.asks_name(about):
        return own_name(asked)
    if not matching.says_something(about):
        return asked.sentences.unclear_topic
    messages = _in_question(asked)
    matches = matching.find(about, messages)
    found = [m for m in matches if m.share >= FOUND]
    said = newest_first(of_kinds(found, TOLD | {"sql"}, asked))
    if said:
        return telling.tell(said, asked)
    return _not_said(asked, found, matches)


def own_name(asked: Asked) -> str:
    """Quote how the person is called."""
    said = (m for m in reversed(asked.conversation.mine) if facts.says_name(m.content))
    told = [m for m in islice(said, READ) if kind_of(m, asked) in TOLD][:1]
    return telling.tell(told, asked) if told else asked.sentences.unknown_name


def last_question(asked: Asked) -> str:
    """Quote the person's previous question."""
    newest = islice(reversed(asked.conversation.mine), READ)
    found = next((m for m in newest if kind_of(m, asked) not in _ASKS_NOTHING), None)
    if found is None:
        return asked.sentences.no_last_question
    return asked.sentences.last_question.format(quote=telling.quoted(found, asked))


def last_message(asked: Asked) -> str:
    """Quote the person's previous message."""
    mine = asked.conversation.mine
    if not mine:
        return asked.sentences.no_last_message
    return asked.sentences.last_message.format(quote=telling.quoted(mine[-1], asked))


def first_message(asked: Asked) -> str:
    """Quote the person's first message."""
    mine = asked.conversation.mine
    if not mine:
        return asked.sentences.no_last_message
    return asked.sentences.first_message.format(quote=telling.quoted(mine[0], asked))


def last_answer(asked: Asked) -> str:
    """Quote the bot."""
    answer = asked.conversation.last_answer
    if answer is None:
        return asked.sentences.no_last_answer
    return asked.sentences.last_answer.format(quote=quote(answer.content, QUOTE_CHARS))


def overview(asked: Asked) -> str:
    """List what people brought up, the newest few in the order they were said."""
    talk, words = asked.conversation, asked.sentences
    heading = words.overview_of_all if talk.is_group else words.overview
    raised = _raised(talk.said, RAISED, asked)
    return _listed(raised, heading, words.nothing_yet, asked, named=talk.is_group)


def about_person(asked: Asked) -> str:
    """List what the person said about themselves."""
    words = asked.sentences
    mine = [m for m in asked.conversation.mine[-SCANNED:] if intents.is_personal(m.content)]
    told = _raised(mine, TOLD, asked)
    return _listed(told, words.about_person, words.nothing_about_person, asked, named=False)


def of_kinds(matches: Iterable[Match], kinds: frozenset[Kind], asked: Asked) -> list[Message]:
    """Return the messages of those matches that are of these kinds, in the same order."""
    read = islice(matches, READ)
    return [m.message for m in read if kind_of(m.message, asked) in kinds]


def newest_first(messages: Iterable[Message]) -> list[Message]:
    """Order by time."""
    return sorted(messages, key=lambda m: -m.seq)


def kind_of(message: Message, asked: Asked) -> Kind:
    """Return what an earlier message wanted."""
    return intents.read(message.content, asked.language).kind


def _in_question(asked: Asked) -> tuple[Message, ...]:
    """Return the messages of those the question is about."""
    talk, intent = asked.conversation, asked.intent
    match intent.whose:
        case "anyone":
            return talk.said
        case "named":
            return talk.of(intent.name)
        case "mine":
            return talk.mine


def _not_said(asked: Asked, found: Sequence[Match], matches: Sequence[Match]) -> str:
    words, about = asked.sentences, telling.label(asked.intent.about)
    questions = newest_first(of_kinds(found, frozenset({"question", "request"}), asked))
    if questions and asked.intent.whose == "mine":
        return f"{words.only_asked.format(about=about)} {telling.quoted(questions[0], asked)}"
    near = of_kinds([m for m in matches if m.share >= NEAR], TOLD, asked)[:1]
    if not near:
        return _nothing(asked, about)
    return (
        f"{_nothing(asked, about)}{words.space}{words.closest_topic}\n{telling.tell(near, asked)}"
    )


def _nothing(asked: Asked, about: str) -> str:
    words, intent = asked.sentences, asked.intent
    match intent.whose:
        case "anyone":
            return words.nothing_said_by_anyone.format(about=about)
        case "named":
            who = name(intent.name, NAME_CHARS)
            return words.nothing_said_by.format(about=about, name=who)
        case "mine":
            return words.nothing_said.format(about=about)


def _raised(messages: Sequence[Message], kinds: frozenset[Kind], asked: Asked) -> Raised:
    """Return what brought up something, statements before questions, in the order it was said."""
    told: dict[frozenset[str], Message] = {}
    asked_for: dict[frozenset[str], Message] = {}
    for message in islice(reversed(messages), READ):
        kind = kind_of(message, asked)
        if kind in kinds:
            group = told if kind in TOLD else asked_for
            group.setdefault(frozenset(keywords.terms(message.content)), message)
    asked_new = [m for terms, m in asked_for.items() if not any(terms <= have for have in told)]
    raised = [*told.values(), *asked_new]
    shown = sorted(raised[:TOPICS], key=lambda m: m.seq)
    return Raised(shown=shown, more=len(raised) > TOPICS or len(messages) > READ)


def _listed(raised: Raised, heading: str, nothing: str, asked: Asked, *, named: bool) -> str:
    if not raised.shown:
        return nothing
    entries = telling.lines(raised.shown, asked, named=named, chars=TOPIC_CHARS)
    more = [asked.sentences.more_before] if raised.more else []
    return "\n".join((heading, *entries, *more))
