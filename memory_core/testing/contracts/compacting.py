"""Compactions for the contract suites, with sums that are checked after every step."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, cast

from memory_core.metrics import L3_DISCARDED, L3_FAILURE, L3_SUCCESS, L3_TRIGGER
from memory_core.model import CompactionState, Seq, Session, Summary
from memory_core.ports import Sessions, Storage
from memory_core.summaries import Attempt, AttemptCounts, NewSummary, Summaries
from memory_core.testing.clock import START
from memory_core.testing.contracts.makers import ALL, at, begin, history, say, visit

LEASE = timedelta(minutes=2)
SINCES = (None, START, at(1), at(5))
"""From when on the sums are checked."""


def watched(storage: Storage) -> Storage:
    """Return the storage with ports that check after each call whether the sums add up."""
    sessions, summaries = _Watched(storage.sessions, storage), _Watched(storage.summaries, storage)
    return replace(
        storage, sessions=cast("Sessions", sessions), summaries=cast("Summaries", summaries)
    )


class _Watched:
    """A port that is looked after."""

    def __init__(self, port: object, storage: Storage) -> None:
        self._port, self._storage = port, storage

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        call = getattr(self._port, name)

        @wraps(call)
        async def checked(*values: Any) -> Any:
            try:
                return await call(*values)
            finally:
                await _adds_up(self._storage)

        return checked


async def _adds_up(storage: Storage) -> None:
    for since in SINCES:
        counts = await storage.summaries.counts(since)
        ended = counts.success + counts.failure + counts.discarded
        assert counts.trigger == ended + counts.pending, (since, counts)
        assert (counts.oldest_pending is None) is (counts.pending == 0)
    counts, counters = await storage.summaries.counts(), await storage.metrics.counters()
    assert counters[L3_TRIGGER] == counts.trigger
    assert counters[L3_SUCCESS] == counts.success
    assert counters[L3_FAILURE] == counts.failure
    assert counters[L3_DISCARDED] == counts.discarded


async def talk(storage: Storage, *words: str) -> Session:
    """Return Anna's session after a turn for each word."""
    session = await begin(storage)
    for word in words:
        await say(storage, session, word)
    return await visit(storage, session)


async def claim(storage: Storage, session: Session, now: datetime = START) -> Attempt | None:
    """Claim a session as it is now."""
    known = await visit(storage, session)
    summary = await current(storage, session)
    version = 0 if summary is None else summary.version
    return await storage.summaries.begin(session.id, known.epoch, version, now, LEASE)


async def claimed(storage: Storage, session: Session, now: datetime = START) -> Attempt:
    """Claim a session, which must be free."""
    attempt = await claim(storage, session, now)
    assert attempt is not None
    return attempt


def summary_of(covers: int, text: str = "what was said") -> NewSummary:
    """Return a summary up to ``covers``."""
    return NewSummary(
        text=text,
        dimensions='{"decisions": ["订单"]}',
        covers_seq=Seq(covers),
        messages=covers,
        tokens=10,
        tokens_before=70,
        model="m",
    )


async def compact(
    storage: Storage, session: Session, text: str, *, keep: int = 2, now: datetime = START
) -> Summary:
    """Fold what is visible but for the ``keep`` newest messages; return the current summary."""
    attempt = await claimed(storage, session, now)
    covers = [message.seq for message in await history(storage, session)][-keep - 1]
    assert await storage.summaries.succeed(attempt.id, summary_of(covers, text), now)
    made = await current(storage, session)
    assert made is not None
    assert made.text == text
    return made


async def fail(storage: Storage, session: Session, now: datetime) -> None:
    """Try to compact a session, in vain."""
    attempt = await claimed(storage, session, now)
    assert await storage.summaries.fail(attempt.id, "no proper JSON", now)


async def current(storage: Storage, session: Session) -> Summary | None:
    """Return the summary that a turn gets now, which must be that of a compaction."""
    loaded = await storage.turns.load(session.id, ALL, lambda _: 1)
    material = await storage.summaries.material(session.id)
    assert (material.session, material.summary) == (loaded.session, loaded.summary)
    assert material.messages == loaded.history
    return loaded.summary


async def state(storage: Storage, session: Session) -> CompactionState:
    """Return how the attempts of a session went, as a turn is told."""
    return (await storage.turns.load(session.id, 0, lambda _: 1)).compaction


async def sums(storage: Storage, since: datetime | None = None) -> tuple[int, int, int, int]:
    """Return how many attempts succeeded, failed, were discarded and are pending."""
    counts: AttemptCounts = await storage.summaries.counts(since)
    return counts.success, counts.failure, counts.discarded, counts.pending
