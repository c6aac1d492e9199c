"""Memory around a turn: PreRun gives context, PostRun keeps what was said (section 7)."""

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial

from memory_core import audit, fitting, prompt, tokens
from memory_core.errors import WindowTooSmall
from memory_core.fitting import Found
from memory_core.gauge import Gauge
from memory_core.model import (
    Commit,
    MemoryContext,
    Message,
    MessageState,
    NewMessage,
    Outgoing,
    RunResult,
    Summary,
    ToolSpec,
    Turn,
    TurnRecord,
)
from memory_core.policy import TITLE_CHARS, Policy
from memory_core.ports import Turns
from memory_core.pricing import Prices, spending
from memory_core.text import first_line
from memory_core.truncation import shown
from memory_core.upkeep import Upkeep

log = logging.getLogger("agentexec")


class MemoryManager:
    """Decides what the model sees of a session and stores what a turn leaves behind.

    Without ``upkeep`` nothing is counted and no session is compacted.
    """

    def __init__(
        self,
        turns: Turns,
        policy: Policy,
        prices: Prices | None = None,
        *,
        upkeep: Upkeep | None = None,
        tools: Sequence[ToolSpec] = (),
    ) -> None:
        self._turns, self._policy, self._prices = turns, policy, prices or {}
        self._upkeep, self._tools = upkeep, tuple(tools)
        self._gauge = Gauge()

    async def pre_run(self, turn: Turn, window: int | None = None) -> MemoryContext:
        """Return the context of a turn; a one-off has none (section 7.1).

        ``window`` replaces the policy's when a model takes less. Raises WindowTooSmall when the
        question alone is over the window.
        """
        window = self._policy.context_window if window is None else window
        fixed = prompt.fixed_cost(turn, self._tools if turn.session_id else ())
        rough = self._gauge.roughly(turn)
        if fixed > rough.estimated(window):
            raise WindowTooSmall(rough.real(fixed), window)
        if turn.session_id is None:
            return MemoryContext(estimated=fixed, token_estimate=rough.real(fixed))
        log.debug("agentexec.prerun loading history session=%s", turn.session_id)
        most = self._gauge.most(turn, window) - fixed
        stored = await self._turns.load(turn.session_id, most, partial(self._cost, turn.retries))
        calibration = self._gauge.of_session(turn, stored.session.epoch, stored.version)
        tail = fitting.tail(turn, stored, self._policy)
        found = Found(
            stored=stored, tail=tail, fixed=fixed, calibration=calibration, window=window
        )
        context = _context(found)
        log.info(
            "agentexec.prerun loaded %d messages session=%s", len(context.history), turn.session_id
        )
        if self._upkeep is not None:
            self._upkeep.look_after(found, context)
        return context

    async def post_run(
        self,
        turn: Turn,
        context: MemoryContext,
        result: RunResult,
        *,
        started: datetime,
        ended: datetime,
        replies: tuple[Outgoing, ...] = (),
    ) -> Commit:
        """Store the turn; from here on it is finished even if the caller is cancelled (7.2)."""
        duration_ms = round((ended - started).total_seconds() * 1000)
        record = TurnRecord(
            turn_id=turn.id,
            session_id=turn.session_id,
            epoch=context.epoch,
            at=ended,
            question=_question(turn, result),
            answer=_answer(turn, result),
            user_id=turn.user_id,
            spending=spending(result.model, result.usage, self._prices),
            retries=turn.retries,
            answers=turn.answers,
            replies=replies,
            title=first_line(turn.text, TITLE_CHARS),
            audit=audit.agent_run(turn, result, context.token_estimate, duration_ms),
        )
        commit = await self._turns.commit(record)
        if commit == "stored" and result.outcome == "answered":
            self._gauge.learn(turn, context, result)
        return commit

    def _cost(self, retried: Message | None, message: Message) -> int:
        """What is asked again comes as the question, so it takes no room in the history."""
        if retried is not None and message.turn_id == retried.turn_id:
            return 0
        return prompt.cost(shown(message, self._policy))


def _context(found: Found) -> MemoryContext:
    """Return what fits of the summary and the newest turns."""
    calibration, fixed, stored = found.calibration, found.fixed, found.stored
    budget = max(calibration.estimated(found.window), fixed)
    fitted = fitting.fit(found.tail.messages, stored.summary, budget - fixed)
    return MemoryContext(
        epoch=stored.session.epoch,
        version=stored.version,
        summary=_block(fitted.summary),
        history=fitted.history,
        estimated=fixed + fitted.cost,
        token_estimate=calibration.real(fixed + fitted.cost),
        window=budget,
        first=not found.tail.messages and stored.summary is None,
    )


def _block(summary: Summary | None) -> str | None:
    if summary is None:
        return None
    return prompt.summary_block(summary.text, extractive=summary.extractive)


def _question(turn: Turn, result: RunResult) -> NewMessage | None:
    """A one-off is not kept, and a retry asks the question that is stored already."""
    if turn.session_id is None or turn.retries is not None:
        return None
    state: MessageState = "complete" if result.text or result.rounds else "unanswered"
    return NewMessage(
        role="user",
        content=turn.text,
        state=state,
        tokens=tokens.of_message(turn.text),
        user_id=turn.user_id,
        speaker=turn.speaker,
        origin=turn.origin,
    )


def _answer(turn: Turn, result: RunResult) -> NewMessage | None:
    """Half an answer is kept as interrupted, unless it would replace a whole one."""
    if turn.session_id is None or not (result.text or result.rounds):
        return None
    whole = result.outcome == "answered"
    if turn.retries is not None and turn.retries.state == "complete" and not whole:
        return None
    return NewMessage(
        role="assistant",
        content=result.text,
        state="complete" if whole else "interrupted",
        tokens=tokens.of_message(result.text, result.rounds),
        rounds=result.rounds,
    )
