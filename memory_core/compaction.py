"""L3: the old part of a conversation becomes a summary (section 5.3).

Claim, summarise, finish: the attempt is stored before the slow call and ended once after it, so
that a crash leaves only a claim that runs out. Until it succeeds nothing changes.
"""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import partial

from memory_core import dimensions, folding, prompt
from memory_core.condensing import Condensed, Condenser
from memory_core.counters import Counters
from memory_core.errors import (
    CompactionFailed,
    CompactionRunning,
    ModelError,
    NothingToCompact,
    SessionNotFound,
    StorageUnavailable,
)
from memory_core.folding import Fold
from memory_core.metrics import L3_IRREDUCIBLE
from memory_core.model import Seq, SessionId, UserId
from memory_core.policy import LEAST_SAVING, Policy
from memory_core.ports import Clock
from memory_core.summaries import Attempt, Material, NewSummary, Summaries

log = logging.getLogger("memory")


@dataclass(frozen=True, kw_only=True, slots=True)
class Due:
    """A session that a turn found too long, as it was then."""

    session: SessionId
    epoch: int
    version: int
    newest: Seq
    """What came after this message is left alone."""
    room: int
    """Estimated tokens that the kept messages may have."""
    window: int
    pending: bool
    """Somebody had claimed it already; if they are gone, the claim is swept."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Compacted:
    """What a compaction did to what the model reads of a conversation."""

    folded: int
    kept: int
    tokens_before: int
    tokens_after: int
    took: timedelta
    summary: NewSummary


class Compactor:
    """Makes summaries, for a turn that found its session too long or for a person who asks."""

    def __init__(
        self,
        *,
        summaries: Summaries,
        condenser: Condenser,
        counters: Counters,
        clock: Clock,
        policy: Policy,
    ) -> None:
        self._summaries, self._condenser, self._counters = summaries, condenser, counters
        self._clock, self._policy = clock, policy
        self._running: set[SessionId] = set()
        self._irreducible: set[SessionId] = set()

    async def run(self, due: Due) -> None:
        """Compact a session in the background; whatever happens is logged and nothing else."""
        if due.session in self._running:
            return
        self._running.add(due.session)
        try:
            await self._run(due)
        except (CompactionRunning, CompactionFailed, SessionNotFound):
            return
        except StorageUnavailable as error:
            log.warning("memory.L3 compaction failed session=%s: %s", due.session, error)
        finally:
            self._running.discard(due.session)

    async def compact(self, session: SessionId, user: UserId, focus: str = "") -> Compacted:
        """Compact a session now, however short its prompt is.

        Raises NothingToCompact, CompactionRunning, CompactionFailed or SessionNotFound.
        """
        material = await self._summaries.material(session)
        fold = folding.choose(material.messages, self._policy.keep_recent)
        if not fold.folded:
            raise NothingToCompact
        return await self._compact(material, fold, user, focus)

    async def _run(self, due: Due) -> None:
        if due.pending and not await self._summaries.sweep(self._clock.now()):
            return
        material = await self._summaries.material(due.session)
        found = (material.session.epoch, material.version)
        if found != (due.epoch, due.version):
            return
        fold = folding.choose(material.messages, self._policy.keep_recent, due.newest)
        irreducible = folding.cost(fold.kept, self._policy) > due.room
        self._say_irreducible(due, irreducible=irreducible)
        if self._is_worthwhile(due, fold, irreducible=irreducible):
            await self._compact(material, fold, material.session.user_id, "")

    def _is_worthwhile(self, due: Due, fold: Fold, *, irreducible: bool) -> bool:
        """A summary for every few messages would cost more than it saves."""
        enough = fold.size >= self._policy.keep_recent
        if irreducible or enough:
            return enough
        saved = folding.cost(fold.folded, self._policy)
        return fold.size > 0 and saved >= LEAST_SAVING * due.window

    def _say_irreducible(self, due: Due, *, irreducible: bool) -> None:
        """Say once that what must be kept is over the threshold, until it is under it again."""
        if not irreducible:
            self._irreducible.discard(due.session)
        elif due.session not in self._irreducible:
            self._irreducible.add(due.session)
            self._counters.add(L3_IRREDUCIBLE)
            log.warning("memory.L3 irreducible session=%s", due.session)

    async def _compact(
        self, material: Material, fold: Fold, user: UserId, focus: str
    ) -> Compacted:
        began, session = self._clock.now(), material.session
        attempt = await self._summaries.begin(
            session.id, session.epoch, material.version, began, self._policy.compaction_lease
        )
        if attempt is None:
            raise CompactionRunning
        log.info("memory.L3 compaction begins session=%s messages=%d", session.id, fold.size)
        async with self._ending(attempt):
            renew = partial(self._renew, attempt)
            found = await self._condenser.condense(material, fold, user, focus, renew)
            summary = _summary(material, fold, found, self._policy)
            ended = self._clock.now()
            if not await self._summaries.succeed(attempt.id, summary, ended):
                raise CompactionFailed("overtaken")
        return self._succeeded(material, fold, summary, ended - began)

    async def _renew(self, attempt: Attempt) -> None:
        """Hold the claim for one more call. Raises CompactionFailed when it is lost."""
        lease = self._policy.compaction_lease
        if not await self._summaries.renew(attempt.id, self._clock.now(), lease):
            raise CompactionFailed("overtaken")

    @asynccontextmanager
    async def _ending(self, attempt: Attempt) -> AsyncIterator[None]:
        """End the attempt as failed when the block does not come to its end."""
        reason = "interrupted"
        try:
            yield
        except ModelError as error:
            reason = type(error).__name__
            raise CompactionFailed(reason) from error
        except CompactionFailed as error:
            reason = error.reason
            raise
        else:
            reason = ""
        finally:
            if reason:
                await self._fail(attempt, reason)

    async def _fail(self, attempt: Attempt, reason: str) -> None:
        """An attempt that others have ended is only logged."""
        failed = await self._summaries.fail(attempt.id, reason, self._clock.now())
        how = "failed" if failed else "came too late"
        session = attempt.session_id
        log.warning("memory.L3 compaction %s session=%s reason=%s", how, session, reason)

    def _succeeded(
        self, material: Material, fold: Fold, summary: NewSummary, took: timedelta
    ) -> Compacted:
        kept = folding.cost(fold.kept, self._policy)
        done = Compacted(
            folded=fold.size,
            kept=len(fold.kept),
            tokens_before=summary.tokens_before + kept,
            tokens_after=summary.tokens + kept,
            took=took,
            summary=summary,
        )
        log.info(
            "memory.L3 compaction success session=%s tokens=%d before=%d messages=%d",
            material.session.id,
            done.tokens_after,
            done.tokens_before,
            done.folded,
        )
        return done


def _summary(material: Material, fold: Fold, found: Condensed, policy: Policy) -> NewSummary:
    """Return what will be stored. Raises CompactionFailed when it would save too little."""
    former = material.summary
    text = dimensions.render(found.dimensions)
    before = folding.cost(fold.folded, policy) + (former.tokens if former else 0)
    after = prompt.summary_cost(text, extractive=found.extractive)
    if not text:
        raise CompactionFailed("nothing in it")
    if after >= before:
        raise CompactionFailed("not shorter")
    if after > policy.l2_ratio * policy.context_window:
        raise CompactionFailed("too long")
    return NewSummary(
        text=text,
        dimensions=dimensions.dump(found.dimensions),
        covers_seq=fold.folded[-1].seq,
        messages=fold.size + (former.messages if former else 0),
        tokens=after,
        tokens_before=before,
        model=found.model,
        extractive=found.extractive,
    )
