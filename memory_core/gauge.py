"""What models have reported, kept while the process lives: per model and per session."""

from collections import OrderedDict

from memory_core import calibration, tokens
from memory_core.calibration import Anchor, Calibration
from memory_core.model import MemoryContext, RunResult, SessionId, Turn
from memory_core.policy import SESSIONS_MEASURED


class Gauge:
    """Tells how to correct estimates of a session, and learns from every answered turn."""

    def __init__(self) -> None:
        self._ratios: dict[str, float] = {}
        self._anchors: OrderedDict[SessionId, Anchor] = OrderedDict()

    def roughly(self, turn: Turn) -> Calibration:
        """Return what is known before the session is read."""
        return Calibration(ratio=self._ratios.get(_model(turn), 1.0))

    def most(self, turn: Turn, window: int) -> int:
        """Return the highest estimate that may fit into ``window`` tokens, whatever is found."""
        rough = self.roughly(turn)
        anchor = self._anchors.get(turn.session_id) if turn.session_id else None
        anchored = Calibration(ratio=rough.ratio, anchor=anchor)
        return max(rough.estimated(window), anchored.estimated(window))

    def of_session(self, turn: Turn, epoch: int, version: int) -> Calibration:
        """Return what is known of the session as it is now."""
        known = self.roughly(turn)
        anchor = self._anchors.get(turn.session_id) if turn.session_id else None
        if anchor is None or anchor.made_with != (epoch, version, _model(turn)):
            return known
        return Calibration(ratio=known.ratio, anchor=anchor)

    def learn(self, turn: Turn, context: MemoryContext, result: RunResult) -> None:
        """Take in what the first request of an answered turn really took."""
        if turn.session_id is None:
            return
        self.forget(turn.session_id)
        reported = result.first_usage.prompt_tokens
        real = calibration.measured(context.estimated, reported) if reported else None
        if real is None:
            return
        ratio = calibration.learned(self._ratios.get(_model(turn)), context.estimated, real)
        self._ratios[_model(turn)] = ratio
        self._anchors[turn.session_id] = _anchor(turn, context, result, real, ratio)
        if len(self._anchors) > SESSIONS_MEASURED:
            self._anchors.popitem(last=False)

    def forget(self, session: SessionId) -> None:
        """Drop the anchor of a session whose text has changed."""
        self._anchors.pop(session, None)


def _anchor(
    turn: Turn, context: MemoryContext, result: RunResult, real: int, ratio: float
) -> Anchor:
    """With tools, the report of the answer does not tell what of it was said in which round."""
    answer = tokens.of_message(result.text, result.rounds)
    reported = result.first_usage.output_tokens
    added = round(answer * ratio)
    if not result.rounds:
        added = calibration.entering(answer, reported, ratio)
    estimated, whole = context.estimated + answer, real + added
    return Anchor(
        epoch=context.epoch,
        version=context.version,
        model=_model(turn),
        estimated=estimated,
        real=calibration.measured(estimated, whole) or whole,
    )


def _model(turn: Turn) -> str:
    return turn.agent.model or ""
