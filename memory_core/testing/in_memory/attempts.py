"""Attempts to compact sessions, as the in-memory storage keeps them."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import takewhile

from memory_core.model import CompactionState, Seq, SessionId, Summary
from memory_core.summaries import Attempt, AttemptCounts, AttemptId, AttemptOutcome


@dataclass(frozen=True, kw_only=True, slots=True)
class AttemptRow:
    """An attempt, how it ended and what it led to."""

    attempt: Attempt
    reset_seq: Seq
    started_at: datetime
    lease: timedelta
    outcome: AttemptOutcome | None = None
    reason: str = ""
    ended_at: datetime | None = None
    summary: Summary | None = None
    erased: bool = False
    """Its session is gone: it is counted, and that is all."""

    def stale(self, now: datetime) -> bool:
        """Whether its owner is gone, or the clock was set so that it seems far ahead."""
        until = self.attempt.lease_until
        return not until - 2 * self.lease <= now < until


@dataclass(slots=True)
class Attempts:
    """The table of attempts, in order."""

    rows: dict[AttemptId, AttemptRow] = field(default_factory=dict)

    def open_of(self, session: SessionId) -> AttemptRow | None:
        """Return the attempt of a session that nobody has ended."""
        return next((row for row in self.of(session) if row.outcome is None), None)

    def of(self, session: SessionId) -> Iterator[AttemptRow]:
        """Yield the attempts of a session, newest first."""
        rows = reversed(self.rows.values())
        return (row for row in rows if row.attempt.session_id == session and not row.erased)

    def end(
        self,
        attempt: AttemptId,
        outcome: AttemptOutcome,
        now: datetime,
        *,
        reason: str = "",
        summary: Summary | None = None,
    ) -> bool:
        """End an attempt; False when it was ended before or never begun."""
        row = self.rows.get(attempt)
        if row is None or row.outcome is not None:
            return False
        self.rows[attempt] = replace(
            row, outcome=outcome, reason=reason, ended_at=now, summary=summary
        )
        return True

    def discard(self, session: SessionId, now: datetime) -> None:
        """End the open attempt of a session, if there is one: what it works on is over."""
        row = self.open_of(session)
        if row is not None:
            self.end(row.attempt.id, "discarded", now)

    def end_stale(self, now: datetime, session: SessionId | None = None) -> int:
        """End attempts (of one session, when given) that do not hold any more as failed."""
        stale = [
            row.attempt.id
            for row in self.rows.values()
            if row.outcome is None and row.stale(now) and session in {None, row.attempt.session_id}
        ]
        return sum(self.end(id_, "failed", now, reason="the lease was over") for id_ in stale)

    def erase(self, session: SessionId) -> None:
        """Forget of a session's attempts all but that they were made."""
        for row in list(self.of(session)):
            self.rows[row.attempt.id] = replace(row, erased=True)

    def version(self, session: SessionId, version: int) -> AttemptRow | None:
        """Return the attempt that led to a version of the summary of a session."""
        found = (r for r in self.of(session) if r.summary and r.summary.version == version)
        return next(found, None)

    def newest_version(self, session: SessionId) -> int:
        """Return the highest version there ever was; 0 for none."""
        return max((row.summary.version for row in self.of(session) if row.summary), default=0)

    def state(self, session: SessionId, reset_seq: Seq) -> CompactionState:
        """Return how the attempts since the last success or reset went."""
        here = (row for row in self.of(session) if row.reset_seq == reset_seq)
        since = list(takewhile(lambda row: row.outcome != "success", here))
        failed = [row for row in since if row.outcome == "failed"]
        return CompactionState(
            pending=any(row.outcome is None for row in since),
            failures=len(failed),
            failed_at=failed[0].ended_at if failed else None,
        )

    def counts(self, since: datetime | None) -> AttemptCounts:
        """Return the sums."""
        rows = [row for row in self.rows.values() if since is None or row.started_at >= since]
        outcomes = [row.outcome for row in rows]
        made = [row.summary for row in rows if row.summary is not None]
        return AttemptCounts(
            trigger=len(rows),
            success=outcomes.count("success"),
            failure=outcomes.count("failed"),
            discarded=outcomes.count("discarded"),
            pending=outcomes.count(None),
            oldest_pending=min((r.started_at for r in rows if r.outcome is None), default=None),
            tokens_saved=sum(summary.tokens_before - summary.tokens for summary in made),
        )
