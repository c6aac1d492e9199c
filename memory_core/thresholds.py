"""When a prompt has become too long: what counts as reuse (L2), what starts a compaction (L3)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from memory_core.calibration import Calibration
from memory_core.model import CompactionState
from memory_core.policy import BACK_OFF, FAILURES_BEFORE_BACK_OFF, Policy

Step = Literal["nothing", "due"]


def decide(
    *,
    fixed: int,
    tail: Sequence[int],
    state: CompactionState,
    calibration: Calibration,
    window: int,
    policy: Policy,
    now: datetime,
) -> Step:
    """Return whether a session should be compacted now.

    ``fixed`` is the estimate of all that is no message of the history, ``tail`` those of the
    messages after the boundary, oldest first: all of them, or as many as exceed the window. That
    somebody may be at it already is no matter here: the claim tells.
    """
    estimate = fixed + sum(tail)
    tokens = calibration.real(estimate)
    if not tail or tokens < policy.l3_ratio * window or waits(state, now):
        return "nothing"
    may_be_more = estimate > calibration.estimated(window)
    return "due" if len(tail) > policy.keep_recent or may_be_more else "nothing"


def waits(state: CompactionState, now: datetime) -> bool:
    """Whether so many attempts failed in a row that the next one has to wait."""
    beyond = state.failures - FAILURES_BEFORE_BACK_OFF
    if beyond < 0 or state.failed_at is None:
        return False
    since = now - state.failed_at
    return timedelta(0) <= since < BACK_OFF[min(beyond, len(BACK_OFF) - 1)]


def is_long(tokens_since_reset: int, window: int, policy: Policy) -> bool:
    """Whether a session is so long that using its summary counts."""
    return tokens_since_reset >= policy.l2_ratio * window
