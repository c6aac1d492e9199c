"""What of a session a prompt shows: the summary and as many of the newest turns as fit."""

from dataclasses import dataclass

from memory_core import history, prompt
from memory_core.calibration import Calibration
from memory_core.model import Message, Seq, StoredContext, Summary, Turn
from memory_core.policy import Policy
from memory_core.truncation import shown


@dataclass(frozen=True, kw_only=True, slots=True)
class Tail:
    """The loaded messages after the boundary as they would be shown, without a retried question.

    ``truncated`` are those shown shortened for the first time.
    """

    messages: tuple[Message, ...]
    truncated: frozenset[Seq]

    @property
    def costs(self) -> tuple[int, ...]:
        """Return the estimate of each message."""
        return tuple(map(prompt.cost, self.messages))


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """All that PreRun knows: ``fixed`` is the estimate of system text, tools and question."""

    stored: StoredContext
    tail: Tail
    fixed: int
    calibration: Calibration
    window: int

    @property
    def beside_tail(self) -> int:
        """Return the estimate of all that is no message of the history."""
        return self.fixed + (self.stored.summary.tokens if self.stored.summary else 0)


@dataclass(frozen=True, kw_only=True, slots=True)
class Fitted:
    """What fits, and its estimate."""

    summary: Summary | None
    history: tuple[Message, ...]
    cost: int


def tail(turn: Turn, stored: StoredContext, policy: Policy) -> Tail:
    """Return the messages after the boundary as they would be shown."""
    earlier = history.without_retried(stored.history, turn.retries)
    messages = tuple(shown(message, policy) for message in earlier)
    pairs = zip(earlier, messages, strict=True)
    first_time = (m.seq for m, short in pairs if short is not m and not m.truncated_before)
    return Tail(messages=messages, truncated=frozenset(first_time))


def fit(messages: tuple[Message, ...], summary: Summary | None, budget: int) -> Fitted:
    """Leave out whole turns from the oldest; the summary only when it alone is too long."""
    if summary is not None and summary.tokens > budget:
        summary = None
    left = budget - (summary.tokens if summary else 0)
    kept = history.fit(messages, left)
    spent = budget - left + sum(map(prompt.cost, kept))
    return Fitted(summary=summary, history=kept, cost=spent)
