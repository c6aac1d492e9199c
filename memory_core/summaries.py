"""Summaries of sessions, and the attempts to make them (sections 3.3 and 5.3).

An attempt is open until exactly one of success, failed and discarded ends it, whoever comes first.
The current summary of a session is always used; what it covers is no longer shown.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, NewType, Protocol

from memory_core.model import (
    CompactionState,
    Message,
    Seq,
    Session,
    SessionId,
    Summary,
    UserId,
)

__all__ = [
    "Attempt",
    "AttemptCounts",
    "AttemptId",
    "AttemptOutcome",
    "CompactionState",
    "Material",
    "NewSummary",
    "Summaries",
    "Summary",
]

AttemptId = NewType("AttemptId", int)
AttemptOutcome = Literal["success", "failed", "discarded"]


@dataclass(frozen=True, kw_only=True, slots=True)
class NewSummary:
    """A summary about to be stored; the fields are those of ``Summary``."""

    text: str
    dimensions: str
    covers_seq: Seq
    messages: int
    tokens: int
    tokens_before: int
    model: str
    extractive: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class Attempt:
    """A claim to compact a session: others keep off until ``lease_until``."""

    id: AttemptId
    session_id: SessionId
    epoch: int
    base_version: int
    """The version that was current; 0 for none."""
    lease_until: datetime


@dataclass(frozen=True, kw_only=True, slots=True)
class Material:
    """What a compaction may fold: the current summary and all visible messages after it."""

    session: Session
    summary: Summary | None
    messages: tuple[Message, ...]

    @property
    def version(self) -> int:
        """Return the version of the current summary; 0 for none."""
        return self.summary.version if self.summary else 0


@dataclass(frozen=True, kw_only=True, slots=True)
class AttemptCounts:
    """Sums over attempts; trigger = success + failure + discarded + pending at any moment."""

    trigger: int = 0
    success: int = 0
    failure: int = 0
    discarded: int = 0
    pending: int = 0
    oldest_pending: datetime | None = None
    tokens_saved: int = 0


class Summaries(Protocol):
    """Attempts and the summaries they led to."""

    async def begin(
        self, session: SessionId, epoch: int, base_version: int, now: datetime, lease: timedelta
    ) -> Attempt | None:
        """Claim a session; None when it is claimed, or is not at that epoch and version any more.

        A claim whose lease has passed, or ends more than two leases ahead (the clock was set), is
        first ended as failed. One winner among any number of processes.
        """
        ...

    async def material(self, session: SessionId) -> Material:
        """Return what there is to fold, tool rounds included. Raises SessionNotFound."""
        ...

    async def renew(self, attempt: AttemptId, now: datetime, lease: timedelta) -> bool:
        """Extend a lease; False when the attempt was ended meanwhile."""
        ...

    async def succeed(self, attempt: AttemptId, summary: NewSummary, now: datetime) -> bool:
        """End an attempt with a summary that becomes the current one, in one transaction.

        False, and nothing changed, when the attempt is over, epoch or version have moved on, or
        the boundary would go back; an attempt still open is then ended as discarded.
        """
        ...

    async def fail(self, attempt: AttemptId, reason: str, now: datetime) -> bool:
        """End an attempt without a summary; False when it was ended before."""
        ...

    async def sweep(self, now: datetime) -> int:
        """End all attempts that ``begin`` would end as failed; return how many."""
        ...

    async def versions(self, session: SessionId) -> tuple[Summary, ...]:
        """Return the summaries since the last reset, newest first, withdrawn ones too."""
        ...

    async def restore_previous(
        self, session: SessionId, user: UserId, now: datetime
    ) -> Summary | None:
        """Make the version before the current one current again, or none if that was the first.

        What the withdrawn one covered is shown again. An open attempt is ended as discarded, and
        turns begun before are run again. Leaves a line in the audit log. Returns the version that
        is current now. Raises NothingToUndo when there is no current summary, and SessionNotFound.
        """
        ...

    async def counts(self, since: datetime | None = None) -> AttemptCounts:
        """Return the sums of all attempts, or of those begun since then.

        Attempts of sessions that were purged are still counted.
        """
        ...
