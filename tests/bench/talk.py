"""A talk of 400 messages through a small window: what is sent, what stays, what it takes.

The person reads an answer for longer than a summary takes, so a compaction is over before the
next question. All tokens are estimates; the scripted model reports the same ones.
"""

import asyncio
import json
import statistics
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any

from bot.llm import anthropic_messages
from memory_core import prompt, tokens
from memory_core.model import Prompt
from memory_core.policy import DEFAULT
from memory_core.summaries import AttemptCounts
from memory_core.summarizing import ModelSummarizer
from memory_core.testing import ScriptedJsonModel, ScriptedModel
from storage import open_storage
from tests.bench.tables import show
from tests.bench.talking import Exchange, talk
from tests.bench.watching import Reading, ScriptedSummaries, WatchedMemory
from tests.flow.makers import Bot

TURNS = 200
POLICY = replace(DEFAULT, context_window=10_000)
_SEED = 400
_MOST_SENT, _LEAST_SAME = 0.35, 0.80
_READING_SECONDS = 40


@dataclass(frozen=True, kw_only=True, slots=True)
class Talked:
    """What became of a talk."""

    exchanges: list[Exchange]
    readings: list[Reading]
    prompts: list[Prompt]
    summaries: ScriptedSummaries
    counts: AttemptCounts


def main() -> None:
    """Print the tables."""
    done = asyncio.run(_talked())
    _show_tokens(done)
    _show_prefixes(done.prompts)
    _show_work(done)


async def _talked() -> Talked:
    """Hold the talk on SQLite."""
    exchanges, readings = list(talk(TURNS, _SEED)), list[Reading]()
    model = ScriptedModel(*(each.answer for each in exchanges))
    summaries = ScriptedSummaries(POLICY.summary_tokens, _SEED)
    summarizer = ModelSummarizer(ScriptedJsonModel(by=summaries), POLICY)
    with tempfile.TemporaryDirectory(prefix="dbridge-bench-") as folder:
        async with open_storage(f"sqlite:///{folder}/talk.db") as storage:
            memory = partial(WatchedMemory, readings)
            bot = Bot(storage, model, POLICY, summarizer=summarizer, memory=memory)
            for each in exchanges:
                assert (await bot.ask(each.question)).outcome == "answered"
                await bot.nursery.drain(10)
                bot.clock.advance(seconds=_READING_SECONDS)
            counts = await storage.summaries.counts()
    return Talked(
        exchanges=exchanges,
        readings=readings,
        prompts=model.prompts,
        summaries=summaries,
        counts=counts,
    )


def _show_tokens(done: Talked) -> None:
    sent = sum(map(prompt.total_cost, done.prompts))
    asked, answered = sum(done.summaries.asked), sum(done.summaries.answered)
    whole = sum(_whole_histories(done))
    lines = [
        ("full history every turn", whole, ""),
        ("prompts of the turns", sent, f"{sent / whole:.1%}"),
        ("compactions, in + out", asked + answered, f"{(asked + answered) / whole:.1%}"),
        ("turns and compactions", sent + asked + answered,
         f"{(sent + asked + answered) / whole:.1%}"),
    ]  # fmt: skip
    title = f"A talk of {2 * TURNS} messages in a window of {POLICY.context_window:,} tokens"
    limit = f"of full (≤ {_MOST_SENT:.0%})"
    rows = [(name, f"{amount:,}", share) for name, amount, share in lines]
    show(title, ("tokens sent", "total", limit), rows)


def _whole_histories(done: Talked) -> Iterator[int]:
    """Yield what each turn would take with all that was said before, nothing shortened."""
    said = 0
    for reading, each in zip(done.readings, done.exchanges, strict=True):
        yield prompt.fixed_cost(reading.turn) + said
        said += tokens.of_message(each.question) + tokens.of_message(each.answer)


def _show_prefixes(prompts: list[Prompt]) -> None:
    """Compare each prompt with the one before it, unless a compaction came between them."""
    earlier, whole = list[float](), list[float]()
    for before, after in pairwise(prompts):
        if before.summary == after.summary:
            parts, old = _parts(after), b"".join(_parts(before))
            earlier.append(_same(old, b"".join(parts[:-3])))
            whole.append(_same(old, b"".join(parts)))
    rows = [
        (name, len(shares), f"{min(shares):.1%}", f"{statistics.mean(shares):.1%}",
         sum(share < _LEAST_SAME for share in shares))
        for name, shares in (("before the newest exchange", earlier), ("whole prompt", whole))
    ]  # fmt: skip
    head = ("bytes", "prompts", "least", "mean", f"under {_LEAST_SAME:.0%}")
    show("Share of a prompt's bytes that begin the previous prompt too", head, rows)


def _parts(asked: Prompt) -> list[bytes]:
    """Return the request in the order in which it is cached; the last three parts are new.

    These are the previous question, which may be shortened by now, its answer, and the question.
    """
    body = anthropic_messages.request(asked, model="bench", max_tokens=1)
    return [
        json.dumps(_unmarked(part), ensure_ascii=False).encode()
        for part in (*body["system"], *body["messages"])
    ]


def _unmarked(part: Any) -> Any:
    """Return a part of a request without its cache breakpoints."""
    if isinstance(part, dict):
        return {key: _unmarked(value) for key, value in part.items() if key != "cache_control"}
    return [_unmarked(each) for each in part] if isinstance(part, list) else part


def _same(before: bytes, after: bytes) -> float:
    """Return which share of ``after`` is how ``before`` begins."""
    pairs = enumerate(zip(before, after, strict=False))
    ends = min(len(before), len(after))
    return next((at for at, (old, new) in pairs if old != new), ends) / len(after)


def _show_work(done: Talked) -> None:
    counts, took = done.counts, sorted(reading.ms for reading in done.readings)
    share = [statistics.mean(done.summaries.answered)] if done.summaries.answered else []
    rows = [
        ("compactions run", counts.trigger),
        ("  succeeded", counts.success),
        ("  failed", counts.failure),
        ("tokens of a summary as JSON, mean", f"{share[0]:,.0f}" if share else "none"),
        ("largest prompt, tokens", f"{max(map(prompt.total_cost, done.prompts)):,}"),
        ("PreRun p50, ms", f"{statistics.median(took):.2f}"),
        ("PreRun p99, ms", f"{took[int(len(took) * 0.99)]:.2f}"),
    ]
    show("What it took", ("what", "value"), rows)
