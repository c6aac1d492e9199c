"""Summaries without a language model: telling sentences, as they were said (section 5.3)."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from bot.llm.offline import cues, intents
from bot.llm.offline.quoting import plain, short
from memory_core import dimensions, keywords, tokens
from memory_core.dimensions import HEADINGS, Dimensions
from memory_core.model import Message
from memory_core.policy import Policy
from memory_core.summarizing import Digest, Part

BOT = "bot"
"""Label of what the bot said; no alias of a person is quoted like it in a chat with one person."""
SENTENCE_CHARS, CALL_CHARS = 240, 120
FEWEST_CHARS = 4
SHARE = 0.5
"""The summary takes at most this share of what it replaces."""
REFRAIN, MANY = 0.2, 6
"""A term in more than this share of all sentences, and in more than so many, tells little."""
_END = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")
_TELLING = frozenset({"statement", "remember", "sql"})
_ASKING = frozenset({"question", "request"})


@dataclass(frozen=True, kw_only=True, slots=True)
class Item:
    """A sentence that may stay; of equal ``worth`` the later one stays."""

    key: str
    text: str
    worth: int
    order: int = 0


class ExtractiveSummarizer:
    """A Summarizer that chooses sentences by their words; the same talk gives the same summary."""

    name = "extractive"
    extractive = True

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def room(self, former: Dimensions, focus: str) -> int:  # noqa: ARG002 - nothing is sent
        """Take any number of messages; a million tokens at a time leave others their turn."""
        return 1_000_000

    async def fold(self, former: Dimensions, part: Part, focus: str) -> Digest:
        """Keep what tells most, the newest first when room is scarce. Never fails."""
        wanted = frozenset(keywords.terms(focus))
        items = list(_former(former))
        for message in part.messages:
            items += _items(message)
            await asyncio.sleep(0)
        replaced = tokens.estimate(dimensions.render(former)) + sum(
            message.tokens for message in part.messages
        )
        budget = min(self._policy.summary_tokens, int(replaced * SHARE))
        rated = [_wished(item, wanted) for item in _without_refrain(_different(items))]
        chosen = _chosen([replace(item, order=at) for at, item in enumerate(rated)], budget)
        return Digest(dimensions=_sorted(chosen), model=self.name)


def _items(message: Message) -> Iterator[Item]:
    """Yield the sentences of a message that tell something, and its tool calls."""
    for step in message.rounds:
        for call in step.calls:
            text = f"{call.name} {call.arguments}: {call.result}"
            yield Item(key="tool_calls", text=short(text, CALL_CHARS), worth=1)
    said = (plain(sentence) for sentence in _END.split(message.content))
    sentences = [sentence for sentence in said if len(sentence) >= FEWEST_CHARS]
    make = _of_bot if message.role == "assistant" else _of_person
    label = f'"{BOT if message.role == "assistant" else message.speaker}": '
    labelled = message.role == "assistant" or message.speaker is not None
    for sentence in sentences:
        if item := make(sentence):
            text = (label if labelled else "") + short(sentence, SENTENCE_CHARS)
            yield replace(item, text=text)


def _of_person(sentence: str) -> Item | None:
    """Route a sentence by its cue; without one it counts when it states or asks something."""
    kind = intents.read(sentence).kind
    if kind in _ASKING:
        return Item(key="requests", text=sentence, worth=1)
    if kind not in _TELLING:
        return None
    key = cues.dimension(sentence)
    return Item(key=key or "other_context", text=sentence, worth=_worth(sentence, key))


def _worth(sentence: str, key: str | None) -> int:
    """Particulars, a cue, and what people say about themselves make a sentence worth more."""
    personal = intents.is_personal(sentence)
    return 2 + cues.is_specific(sentence) + (key is not None) + personal


def _of_bot(sentence: str) -> Item | None:
    """What the bot said counts only when it tells of something done, with particulars."""
    key = cues.dimension(sentence)
    if key in {None, "todos", "preferences"} or not cues.is_specific(sentence):
        return None
    return Item(key=key or "", text=sentence, worth=1)


def _former(former: Dimensions) -> Iterator[Item]:
    """Yield what the former summary kept, rated like new sentences."""
    for key, texts in former.items():
        for text in texts:
            asked = key in {"requests", "tool_calls"} or text.startswith(f'"{BOT}": ')
            worth = 1 if asked else _worth(text, key if key != "other_context" else None)
            yield Item(key=key, text=text, worth=worth)


def _different(items: Iterable[Item]) -> list[Item]:
    """Of items that say the same keep the latest."""
    latest: dict[object, Item] = {}
    for item in items:
        same = frozenset(keywords.terms(item.text)) or item.text
        latest.pop(same, None)
        latest[same] = item
    return list(latest.values())


def _without_refrain(items: Sequence[Item]) -> list[Item]:
    """Lower the worth of sentences that are made of what many others say too."""
    terms = [frozenset(keywords.terms(item.text)) for item in items]
    having = Counter(term for each in terms for term in each)
    often = max(MANY, len(items) * REFRAIN)
    return [
        replace(item, worth=item.worth - 3)
        if sum(having[term] > often for term in each) * 2 > len(each)
        else item
        for item, each in zip(items, terms, strict=True)
    ]


def _wished(item: Item, wanted: frozenset[str]) -> Item:
    shared = wanted & frozenset(keywords.terms(item.text))
    return replace(item, worth=item.worth + 2) if shared else item


def _chosen(items: Sequence[Item], budget: int) -> list[Item]:
    """Return the items that fit, the most telling ones and of those the newest, in order."""
    kept: list[Item] = []
    for item in sorted(items, key=lambda item: (-item.worth, -item.order)):
        budget -= tokens.estimate(f"- {item.text}\n")
        if budget < 0:
            break
        kept.append(item)
    return sorted(kept, key=lambda item: item.order)


def _sorted(items: Iterable[Item]) -> Dimensions:
    chosen = list(items)
    return {key: tuple(item.text for item in chosen if item.key == key) for key in HEADINGS}
