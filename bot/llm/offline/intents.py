"""What a message wants: a greeting, something said before, an answer, or to be noted."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from bot.llm.offline.language import language_of
from bot.llm.offline.patterns import Patterns, Phrase
from bot.llm.offline.patterns_en import PATTERNS as EN
from bot.llm.offline.patterns_zh import PATTERNS as ZH
from bot.llm.offline.policy import LONE_CJK_CHARS, PHRASE_CHARS
from bot.llm.offline.quoting import plain
from memory_core import keywords
from memory_core.model import Language

Whose = Literal["mine", "anyone", "named"]
Open = Literal[
    "topic", "question", "request", "remember", "statement", "lone_word", "sql", "wordless"
]
Kind = Phrase | Open

_WORD = re.compile(r"[^\W_]")
_END = re.compile(r"[\s.!?。…~,;:、]+$")
_ASKED = re.compile(r"\?[\s.!?)\"'”」]*$")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。!?;])(?=[\u3400-\u9fff])|\n+")
_PART = re.compile(r"[.,!;。、]+")
_SMALL_TALK: frozenset[Phrase | None] = frozenset(
    {"greeting", "thanks", "goodbye", "agreement", "wellbeing"}
)
_QUOTATION = "\"'“”‘’「」『』《》`"
_SQL = re.compile(
    r"(?:select\s.+\sfrom\s|select\s+[\d@*(']|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s"
    r"|(?:create|alter|drop|truncate)\s+(?:table|index|view|database|schema)\s|with\s+\w+\s+as\s*\("
    r"|show\s+(?:tables|databases)\b|describe\s+\w+\s*;?$|explain\s+select\s|pragma\s+\w+)",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Intent:
    """What a message wants, and the words it is about."""

    kind: Kind
    about: str = ""
    whose: Whose = "mine"
    name: str = ""
    personal: bool = False
    """The message speaks of its author."""


def patterns_of(language: Language) -> Patterns:
    """Return the set phrases of a language."""
    return ZH if language == "zh" else EN


def is_personal(text: str) -> bool:
    """Tell whether ``text`` speaks of its author, in either language."""
    return any(patterns.personal.search(text) for patterns in (EN, ZH))


def read(text: str, default: Language = "en") -> Intent:
    """Return what ``text`` wants."""
    said = unicodedata.normalize("NFKC", plain(text)).replace("’", "'")
    if not _WORD.search(said):
        return Intent(kind="help" if said.strip() in {"?", "??"} else "wordless")
    if _SQL.match(said):
        return Intent(kind="sql", about=said)
    patterns = patterns_of(language_of(said, default))
    return _set_phrase(said, patterns) or _open(said, patterns)


def _set_phrase(said: str, patterns: Patterns) -> Intent | None:
    """Try the message as it is, without politeness, and its last sentence alone."""
    small = _small_talk(said, patterns)
    if small is not None:
        return small
    for version in _versions(said, patterns):
        kind = _phrase(version, patterns)
        if kind is not None:
            return Intent(kind=kind)
        found = _topic(version, said, patterns)
        if found is not None:
            return found
    return None


def _small_talk(said: str, patterns: Patterns) -> Intent | None:
    """Recognise "Great, thanks!": all parts are small talk; the last one that matters counts."""
    parts = [part.strip() for part in _PART.split(said[:PHRASE_CHARS]) if part.strip()]
    kinds = [_phrase(part, patterns) for part in parts]
    if len(said) > PHRASE_CHARS or len(parts) == 1 or not _SMALL_TALK.issuperset(kinds):
        return None
    return Intent(kind=next((k for k in reversed(kinds) if k and k != "agreement"), "agreement"))


def _phrase(version: str, patterns: Patterns) -> Phrase | None:
    return next((kind for kind, phrase in patterns.phrases if phrase.fullmatch(version)), None)


def _versions(said: str, patterns: Patterns) -> Iterator[str]:
    if len(said) <= PHRASE_CHARS:
        yield _END.sub("", said)
        yield _bare(said, patterns)
    last = _last_sentence(said)
    if _ASKED.search(said) and last != said and len(last) <= PHRASE_CHARS:
        yield _bare(last, patterns)


def _topic(version: str, said: str, patterns: Patterns) -> Intent | None:
    """Recognise a question about what was said; "do you know where …" asks something else."""
    marked = version + "?" if _ASKED.search(said) else version
    for pattern in patterns.topics:
        match = pattern.fullmatch(marked) or pattern.fullmatch(version)
        if match is None:
            continue
        about = _END.sub("", _group(match, "about")).strip(_QUOTATION + " ")
        who = _group(match, "who")
        whose = _whose(who, patterns)
        if not patterns.clause.fullmatch(about):
            return Intent(kind="topic", about=about, whose=whose, name=who, personal=True)
        if whose != "named":
            return _about_something("question", about, patterns)
    return None


def _group(match: re.Match[str], name: str) -> str:
    """Return what a group matched; alternatives number theirs by underscores."""
    named = match.groupdict().items()
    return next((value for key, value in named if key.rstrip("_") == name and value), "")


def _whose(who: str, patterns: Patterns) -> Whose:
    if not who or patterns.me.fullmatch(who) or who.lower() in {"you", "你", "您"}:
        return "mine"
    return "anyone" if patterns.anyone.fullmatch(who) else "named"


def _open(said: str, patterns: Patterns) -> Intent:
    """Tell questions, things to remember, requests and statements apart."""
    lead, bare = _split_lead(said, patterns)
    asks = patterns.question.search(bare) is not None
    asked = asks or _ASKED.search(said) is not None
    wanted = None if asked else patterns.remember.fullmatch(bare)
    if wanted:
        return _about_something("remember", wanted["what"], patterns)
    if not asks and patterns.asking_lead.search(lead):
        return _about_something("question", bare, patterns)
    work = patterns.request.fullmatch(bare)
    if work or (patterns.polite.search(lead) and not asks):
        on = _group(work, "what") if work else bare
        return _about_something("request", on, patterns)
    if asked:
        return _about_something("question", _bare(_last_sentence(said), patterns), patterns)
    return _about_something(_kind_of_statement(bare), bare, patterns)


def _kind_of_statement(bare: str) -> Kind:
    """Return what a message is that asks for nothing: some say nothing that can be found again."""
    if not keywords.terms(bare):
        return "agreement"
    alone = next(keywords.chunks(bare), "") == bare
    if alone and not (keywords.is_cjk(bare) and len(bare) > LONE_CJK_CHARS):
        return "lone_word"
    return "statement"


def _about_something(kind: Kind, about: str, patterns: Patterns) -> Intent:
    return Intent(kind=kind, about=about, personal=patterns.personal.search(about) is not None)


def _bare(said: str, patterns: Patterns) -> str:
    return _split_lead(said, patterns)[1]


def _split_lead(said: str, patterns: Patterns) -> tuple[str, str]:
    """Return the politeness before the matter, and the matter without any behind it."""
    bare = _END.sub("", said)
    start = 0
    while (lead := patterns.lead.match(bare, start)) and lead.end() < len(bare):
        start = lead.end()
    before, bare = bare[:start], bare[start:]
    while (tail := patterns.tail.search(bare)) and tail.start() > 0:
        bare = _END.sub("", bare[: tail.start()])
    return before, bare


def _last_sentence(said: str) -> str:
    return [part for part in _SENTENCE_END.split(said) if part.strip()][-1]
