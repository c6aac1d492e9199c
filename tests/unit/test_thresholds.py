from dataclasses import replace
from datetime import timedelta

import pytest

from memory_core import thresholds
from memory_core.calibration import NONE, Calibration
from memory_core.model import CompactionState
from memory_core.policy import DEFAULT
from memory_core.testing.clock import START

POLICY = replace(DEFAULT, context_window=10_000)
TAIL = (1_000,) * 7


def decide(
    fixed: int = 500,
    tail: tuple[int, ...] = TAIL,
    state: CompactionState | None = None,
    calibration: Calibration = NONE,
) -> str:
    return thresholds.decide(
        fixed=fixed,
        tail=tail,
        state=state or CompactionState(),
        calibration=calibration,
        window=10_000,
        policy=POLICY,
        now=START,
    )


def test_three_quarters_of_the_window_are_due_and_a_token_less_is_not() -> None:
    assert decide(fixed=500) == "due"
    assert decide(fixed=499) == "nothing"


def test_no_more_messages_than_are_kept_are_never_due_while_all_of_them_fit() -> None:
    assert decide(tail=(1_500,) * 5) == "nothing"
    assert decide(tail=(1_500,) * 6) == "due"
    assert decide(tail=()) == "nothing"


def test_what_was_not_even_loaded_may_be_due() -> None:
    assert decide(tail=(3_000,) * 4) == "due"


def test_real_tokens_decide() -> None:
    assert decide(fixed=0, tail=(500,) * 8, calibration=Calibration(ratio=2.0)) == "due"
    assert decide(calibration=Calibration(ratio=0.5)) == "nothing"


@pytest.mark.parametrize(
    ("failures", "minutes", "waits"),
    [
        (2, 0, False),
        (3, 0.9, True),
        (3, 1, False),
        (4, 4.9, True),
        (4, 5, False),
        (5, 29, True),
        (9, 29, True),
        (9, 30, False),
        (9, -60, False),
    ],
)
def test_failures_in_a_row_are_followed_by_a_pause(
    failures: int, minutes: float, waits: bool
) -> None:
    state = CompactionState(failures=failures, failed_at=START - timedelta(minutes=minutes))
    assert (decide(state=state) == "nothing") is waits


def test_half_of_the_window_is_long() -> None:
    assert thresholds.is_long(5_000, 10_000, POLICY)
    assert not thresholds.is_long(4_999, 10_000, POLICY)
