"""From estimated to real tokens: what a model reported of the last request corrects the next one.

A session's next prompt is mostly its last one, whose size is known exactly; only what differs is
estimated, at the rate at which estimates of that model have been off.
"""

from dataclasses import dataclass

from memory_core.policy import (
    CALIBRATION_MARGIN,
    CALIBRATION_WEIGHT,
    LEAST_RATIO,
    MESSAGE_OVERHEAD_TOKENS,
    MOST_RATIO,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Anchor:
    """A request of a session, estimated and real, with the answer that enters the history.

    It ends with the ``epoch``, the summary ``version`` and the ``model`` it was made with.
    """

    epoch: int
    version: int
    model: str
    estimated: int
    real: int

    @property
    def made_with(self) -> tuple[int, int, str]:
        """Return what must still be so for the anchor to count."""
        return self.epoch, self.version, self.model


@dataclass(frozen=True, kw_only=True, slots=True)
class Calibration:
    """How to correct an estimate; as it is made, it corrects nothing."""

    ratio: float = 1.0
    anchor: Anchor | None = None

    def real(self, estimated: int) -> int:
        """Return about how many tokens a prompt of that estimate really takes."""
        if self.anchor is None:
            return round(estimated * self.ratio)
        return self.anchor.real + round((estimated - self.anchor.estimated) * self.ratio)

    def estimated(self, real: int) -> int:
        """Return the highest estimate of a prompt that surely takes at most ``real`` tokens."""
        if self.anchor is None:
            return int(real / _careful(self.ratio))
        beyond = int((real - self.anchor.real) / _careful(self.ratio))
        whole = int(real / _careful(self.anchor.real / self.anchor.estimated))
        return min(self.anchor.estimated + beyond, whole)


NONE = Calibration()


def measured(estimated: int, reported: int) -> int | None:
    """Return the real size of a request, None when the report cannot be about all of it.

    An estimate that was only a little too high counts as right.
    """
    if not LEAST_RATIO <= reported / max(estimated, 1) <= MOST_RATIO:
        return None
    if reported <= estimated <= reported * CALIBRATION_MARGIN:
        return estimated
    return reported


def learned(ratio: float | None, estimated: int, real: int) -> float:
    """Return a model's ratio after one more request."""
    seen = real / max(estimated, 1)
    average = seen if ratio is None else ratio + CALIBRATION_WEIGHT * (seen - ratio)
    return min(max(average, LEAST_RATIO), MOST_RATIO)


def entering(estimated: int, reported: int, ratio: float) -> int:
    """Return what an answer adds to the next prompt; thoughts are reported but do not enter."""
    expected = round(estimated * ratio)
    output = reported + MESSAGE_OVERHEAD_TOKENS
    return output if LEAST_RATIO <= output / max(expected, 1) <= 1 / LEAST_RATIO else expected


def _careful(ratio: float) -> float:
    """Return the ratio to fit by: where estimates are too high, a part of the gain is left."""
    return max(ratio, min(1.0, ratio * CALIBRATION_MARGIN))
