"""Which earlier messages share most with a question: rare words count more than common ones."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from math import log

from bot.llm.offline.policy import CANDIDATES, COMMON_WEIGHT, MISSING_WEIGHT, QUERY_TERMS
from memory_core import keywords
from memory_core.model import Message

_COMMON = frozenset(
    keywords.terms(
        "name address location place time date thing number table database db column field "
        "like love want need get go make use work live good new main called move prefer favorite "
        "名字 名称 地址 位置 地方 时间 日期 数据库 字段 喜欢"
    )
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Match:
    """A message and the share of the question's weight it holds, 0 to 1."""

    message: Message
    share: float
    of_shorter: float
    """The same as a share of the shorter of the two texts."""
    same: bool
    """Message and question have the same terms."""


def find(query: str, messages: Sequence[Message]) -> list[Match]:
    """Return the messages that share terms with ``query``, best first, then newest first."""
    wanted = tuple(dict.fromkeys(keywords.terms(query)))[:QUERY_TERMS]
    held = [(m, _terms(m, wanted)) for m in _candidates(wanted, messages)]
    held = [(m, terms) for m, terms in held if not terms.isdisjoint(wanted)]
    weights = _weights(wanted, [terms for _, terms in held], len(messages))
    matches = [_match(m, terms, weights) for m, terms in held]
    return sorted(matches, key=lambda match: (-round(match.share, 6), -match.message.seq))


def says_something(text: str) -> bool:
    """Tell whether there is a term to look for in ``text``."""
    return bool(keywords.terms(text))


def is_common(term: str) -> bool:
    """Tell whether many questions have ``term``, whatever they are about."""
    return term in _COMMON or (keywords.is_cjk(term) and term.endswith("表"))


def _candidates(wanted: Sequence[str], messages: Sequence[Message]) -> Iterable[Message]:
    """Narrow many messages down by a look for parts of the words, before they are taken apart."""
    traces = [keywords.traces(term) for term in wanted]
    by_hits: dict[int, list[Message]] = {}
    for message in reversed(messages):
        hits = _hits(traces, keywords.fold(message.content))
        having = by_hits.setdefault(hits, [])
        having.append(message)
        if hits == len(traces) and len(having) == CANDIDATES:
            break
    most_first = chain.from_iterable(
        by_hits[hits] for hits in sorted(by_hits, reverse=True) if hits
    )
    return islice(most_first, CANDIDATES)


def _hits(traces: Iterable[tuple[str, ...]], folded: str) -> int:
    hits = 0
    for some in traces:
        for trace in some:
            if trace in folded:
                hits += 1
                break
    return hits


def _terms(message: Message, wanted: Iterable[str]) -> frozenset[str]:
    """Terms of the message; one character of a CJK question may also stand inside a word."""
    terms = set(keywords.terms(message.content))
    single = (term for term in wanted if len(term) == 1 and keywords.is_cjk(term))
    terms.update(term for term in single if term in message.content)
    return frozenset(terms)


def _weights(
    wanted: Iterable[str], held: Collection[frozenset[str]], total: int
) -> dict[str, float]:
    """Rare terms weigh more, and most of all those that no message has."""
    having = {term: sum(term in terms for terms in held) for term in wanted}
    rarity = {term: 1 + log((total + 1) / (n + 1)) for term, n in having.items() if n}
    missing = MISSING_WEIGHT * max(rarity.values(), default=1)
    return {term: rarity.get(term, missing) * _commonness(term) for term in wanted}


def _commonness(term: str) -> float:
    return COMMON_WEIGHT if is_common(term) else 1


def _match(message: Message, terms: frozenset[str], weights: Mapping[str, float]) -> Match:
    shared = sum(weight for term, weight in weights.items() if term in terms)
    whole = sum(weights.values())
    rarest = max(weights.values())
    theirs = sum(weights.get(term, rarest * _commonness(term)) for term in terms)
    return Match(
        message=message,
        share=shared / whole,
        of_shorter=shared / min(whole, theirs),
        same=terms == weights.keys(),
    )
