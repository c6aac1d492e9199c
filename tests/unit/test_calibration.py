from hypothesis import assume, given
from hypothesis import strategies as st

from memory_core import calibration
from memory_core.calibration import NONE, Anchor, Calibration

sizes = st.integers(1, 200_000)
ratios = st.floats(1 / 3, 3)


def anchor(estimated: int, real: int) -> Anchor:
    return Anchor(epoch=0, version=0, model="m", estimated=estimated, real=real)


@given(sizes)
def test_without_reports_nothing_is_corrected(size: int) -> None:
    assert NONE.real(size) == NONE.estimated(size) == size


def test_the_next_prompt_is_the_last_one_and_what_is_new_at_the_rate_of_the_model() -> None:
    known = Calibration(ratio=1.5, anchor=anchor(1_000, 2_000))
    assert known.real(1_000) == 2_000
    assert known.real(1_100) == 2_150
    assert known.real(900) == 1_850


@given(sizes, ratios, st.one_of(st.none(), st.tuples(sizes, ratios)))
def test_what_is_fitted_by_the_budget_is_within_the_window(
    window: int, ratio: float, last: tuple[int, float] | None
) -> None:
    known = None if last is None else anchor(last[0], round(last[0] * last[1]))
    assume(known is None or known.real > 0)
    measured = Calibration(ratio=ratio, anchor=known)
    budget = measured.estimated(window)
    if known is None or budget >= known.estimated:
        assert measured.real(budget) <= window + 1


@given(sizes)
def test_an_estimate_a_little_too_high_counts_as_right(size: int) -> None:
    assert calibration.measured(size, size) == size
    if size > 100:
        assert calibration.measured(size, round(size * 0.96)) == size
        assert calibration.measured(size, round(size * 0.8)) == round(size * 0.8)
        assert calibration.measured(size, size + 10) == size + 10


def test_a_report_of_a_part_of_the_prompt_is_not_believed() -> None:
    assert calibration.measured(1_000, 100) is None
    assert calibration.measured(1_000, 5_000) is None


def test_a_ratio_follows_what_is_seen_within_bounds() -> None:
    assert calibration.learned(None, 100, 150) == 1.5
    assert calibration.learned(1.0, 100, 200) == 1.3
    assert calibration.learned(None, 100, 900) == 3
    assert calibration.learned(None, 900, 9) == 1 / 3


def test_thoughts_do_not_enter_the_history() -> None:
    assert calibration.entering(104, 120, 1.0) == 124
    assert calibration.entering(104, 9_000, 1.2) == 125
