"""Attempts and summaries, in memory."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

from memory_core import audit
from memory_core.errors import NothingToUndo, SessionNotFound
from memory_core.model import SessionId, Summary, UserId
from memory_core.summaries import Attempt, AttemptCounts, AttemptId, Material, NewSummary
from memory_core.testing.in_memory.attempts import AttemptRow
from memory_core.testing.in_memory.database import Database, fenced


class InMemorySummaries:
    """Attempts and the summaries they led to."""

    def __init__(self, database: Database) -> None:
        self._database, self._attempts = database, database.attempts

    async def begin(
        self, session: SessionId, epoch: int, base_version: int, now: datetime, lease: timedelta
    ) -> Attempt | None:
        """Claim a session, after ending a claim that does not hold any more."""
        self._attempts.end_stale(now, session)
        attempt = self._claim(session, epoch, base_version, now, lease)
        await asyncio.sleep(0)
        return attempt

    async def material(self, session: SessionId) -> Material:
        """Return the current summary and the visible messages after it."""
        await asyncio.sleep(0)
        self._database.row(session)
        return Material(
            session=self._database.session(session),
            summary=self._database.summary(session),
            messages=tuple(self._database.visible(session)),
        )

    async def renew(self, attempt: AttemptId, now: datetime, lease: timedelta) -> bool:
        """Extend a lease."""
        row = self._attempts.rows.get(attempt)
        renewed = row is not None and row.outcome is None
        if row is not None and renewed:
            held = replace(row.attempt, lease_until=now + lease)
            self._attempts.rows[attempt] = replace(row, attempt=held, lease=lease)
        await asyncio.sleep(0)
        return renewed

    async def succeed(self, attempt: AttemptId, summary: NewSummary, now: datetime) -> bool:
        """End an attempt with a summary, or as discarded when it comes too late."""
        row = self._attempts.rows.get(attempt)
        done = row is not None and row.outcome is None and self._fits(row, summary)
        if row is not None and done:
            self._use(row, summary, now)
        else:
            self._attempts.end(attempt, "discarded", now, reason="overtaken")
        await asyncio.sleep(0)
        return done

    async def fail(self, attempt: AttemptId, reason: str, now: datetime) -> bool:
        """End an attempt without a summary."""
        failed = self._attempts.end(attempt, "failed", now, reason=reason)
        await asyncio.sleep(0)
        return failed

    async def sweep(self, now: datetime) -> int:
        """End all claims that do not hold any more as failed."""
        ended = self._attempts.end_stale(now)
        await asyncio.sleep(0)
        return ended

    async def versions(self, session: SessionId) -> tuple[Summary, ...]:
        """Return the summaries since the last reset, newest first."""
        await asyncio.sleep(0)
        known = self._database.sessions.get(session)
        if known is None or known.deleted_at is not None:
            return ()
        reset_seq = known.session.reset_seq
        rows = [row for row in self._attempts.of(session) if row.reset_seq == reset_seq]
        return tuple(row.summary for row in rows if row.summary is not None)

    async def restore_previous(
        self, session: SessionId, user: UserId, now: datetime
    ) -> Summary | None:
        """Make the version that the current one was made from current again."""
        row = self._database.row(session)
        current = self._attempts.version(session, row.summary_version)
        if current is None:
            raise NothingToUndo
        before = replace(row, summary_version=current.attempt.base_version)
        self._database.put(fenced(before, drop=False))
        self._attempts.discard(session, now)
        self._database.note(audit.of_session("summary_restore", user, session), now, None)
        await asyncio.sleep(0)
        return self._database.summary(session)

    async def counts(self, since: datetime | None = None) -> AttemptCounts:
        """Return the sums over attempts."""
        await asyncio.sleep(0)
        return self._attempts.counts(since)

    def _claim(
        self, session: SessionId, epoch: int, base_version: int, now: datetime, lease: timedelta
    ) -> Attempt | None:
        try:
            row = self._database.row(session)
        except SessionNotFound:
            return None
        if (row.session.epoch, row.summary_version) != (epoch, base_version):
            return None
        if self._attempts.open_of(session) is not None:
            return None
        attempt = Attempt(
            id=AttemptId(len(self._attempts.rows) + 1),
            session_id=session,
            epoch=epoch,
            base_version=base_version,
            lease_until=now + lease,
        )
        self._attempts.rows[attempt.id] = AttemptRow(
            attempt=attempt, reset_seq=row.session.reset_seq, started_at=now, lease=lease
        )
        return attempt

    def _fits(self, row: AttemptRow, new: NewSummary) -> bool:
        """Whether the session is still as it was, and the boundary would not go back."""
        session = row.attempt.session_id
        now = self._database.sessions[session]
        return (
            now.session.epoch == row.attempt.epoch
            and now.summary_version == row.attempt.base_version
            and new.covers_seq >= self._database.boundary(session)
        )

    def _use(self, row: AttemptRow, new: NewSummary, now: datetime) -> None:
        session = row.attempt.session_id
        summary = Summary(
            version=self._attempts.newest_version(session) + 1,
            text=new.text,
            dimensions=new.dimensions,
            covers_seq=new.covers_seq,
            messages=new.messages,
            tokens=new.tokens,
            tokens_before=new.tokens_before,
            made_at=now,
            extractive=new.extractive,
        )
        self._attempts.end(row.attempt.id, "success", now, summary=summary)
        current = self._database.sessions[session]
        self._database.put(replace(current, summary_version=summary.version))
