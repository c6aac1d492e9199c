"""One turn from question to stored answer (section 2.1)."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import Any

from memory_core import prompt, runners
from memory_core.concurrency import Stoppable, Stopped
from memory_core.errors import (
    ContextOverflow,
    EmptyInput,
    InputTooLong,
    ModelError,
    ModelTimedOut,
    Refused,
    WindowTooSmall,
)
from memory_core.manager import MemoryManager
from memory_core.model import (
    MemoryContext,
    Outcome,
    Outgoing,
    Presenter,
    Prompt,
    Reply,
    RunResult,
    SessionId,
    Turn,
    Usage,
    UserId,
)
from memory_core.policy import RERUNS, Policy
from memory_core.ports import Clock, OnText, SessionLocks
from memory_core.runners import Draft, Runner
from memory_core.timings import Timings

log = logging.getLogger("agentexec")


async def _nothing(_result: RunResult) -> tuple[Outgoing, ...]:
    """A face that delivers by itself has nothing to store."""
    return ()


class Executor:
    """Runs turns: in order within a session, side by side otherwise."""

    def __init__(
        self,
        *,
        memory: MemoryManager,
        sdk: Runner,
        lite: Runner,
        locks: SessionLocks,
        clock: Clock,
        policy: Policy,
        timings: Timings | None = None,
    ) -> None:
        self._memory, self._sdk, self._lite = memory, sdk, lite
        self._locks, self._clock, self._policy = locks, clock, policy
        self._timings = timings or Timings()
        self._admitted: defaultdict[SessionId | None, list[tuple[UserId, Stoppable]]]
        self._admitted = defaultdict(list)

    def run(
        self, turn: Turn, on_text: OnText, present: Presenter = _nothing
    ) -> Coroutine[Any, Any, Reply]:
        """Answer a turn and store it; once the reply is back, the turn is acknowledged.

        The turn is admitted by the call itself: from then on ``stop`` and ``drop`` reach it. What
        ``present`` makes of the result is stored with it, to be delivered. Raises PersonError when
        the turn cannot be asked, StorageUnavailable when it could not be read or stored. Failures
        of the model are replies.
        """
        _check(turn, self._policy)
        stop = Stoppable()
        self._admitted[turn.session_id].append((turn.user_id, stop))
        asking = _Asking(
            turn=turn,
            runner=runners.select(turn, self._sdk, self._lite),
            stop=stop,
            on_text=on_text,
            present=present,
        )
        return self._run_admitted(asking)

    def stop(self, session: SessionId | None, user: UserId) -> int:
        """End the turns of ``user`` in ``session``, or the one-offs of ``user``.

        Those with half an answer keep it.
        """
        admitted = self._admitted.get(session, [])
        return sum(stop.stop("stopped") for owner, stop in admitted if owner == user)

    def drop(self, session: SessionId) -> int:
        """End all turns of ``session`` and forget them; their epoch is over."""
        return sum(stop.stop("dropped") for _, stop in self._admitted.get(session, []))

    async def _run_admitted(self, asking: "_Asking") -> Reply:
        session = asking.turn.session_id
        try:
            async with AsyncExitStack() as held:
                if session is not None:
                    async with asking.stop:
                        await held.enter_async_context(self._locks.hold(session))
                return await self._answer(asking)
        except Stopped:
            return _dropped(asking)
        finally:
            self._admitted[session].remove((asking.turn.user_id, asking.stop))
            if not self._admitted[session]:
                del self._admitted[session]

    async def _answer(self, asking: "_Asking") -> Reply:
        """Ask and store; a turn that an Undo fenced out is asked again with what is visible."""
        turn = asking.turn
        for _ in range(RERUNS):
            started = self._clock.now()
            context, result = await self._ask(asking)
            ended = self._clock.now()
            replies = await asking.present(result)
            with self._timings.measured("PostRun"):
                commit = await self._memory.post_run(
                    turn, context, result, started=started, ended=ended, replies=replies
                )
            self._timings.turns += 1
            if commit in ("stored", "duplicate"):
                return _reply(turn, result)
            log.info("agentexec.postrun fenced out, %s session=%s", commit, turn.session_id)
            if commit == "dropped":
                break
        return _dropped(asking)

    async def _ask(self, asking: "_Asking") -> tuple[MemoryContext, RunResult]:
        """Ask with what fits; once more with half of it when that is too much for the model."""
        window = self._policy.context_window
        context, result = await self._attempt(asking, window)
        if isinstance(result.error, ContextOverflow) and result.outcome == "failed":
            log.info("agentexec.run fits harder session=%s", asking.turn.session_id)
            with suppress(WindowTooSmall):
                context, result = await self._attempt(asking, window // 2)
        return context, result

    async def _attempt(self, asking: "_Asking", window: int) -> tuple[MemoryContext, RunResult]:
        turn, draft = asking.turn, Draft(on_text=asking.on_text)
        async with asking.stop:
            with self._timings.measured("PreRun"):
                context = await self._memory.pre_run(turn, window)
        with self._timings.measured("model"):
            outcome, error = await self._run(asking, prompt.build(turn, context), draft)
        spent = draft.spent(error, context.token_estimate)
        return context, _result(asking, draft, outcome, error, spent)

    async def _run(
        self, asking: "_Asking", asked: Prompt, draft: Draft
    ) -> tuple[Outcome, ModelError | None]:
        """Fill the draft and tell how it ended."""
        try:
            async with asking.stop, asyncio.timeout(self._policy.turn_timeout_s):
                await asking.runner.run(asking.turn, asked, draft)
        except ModelError as error:
            log.info("agentexec.run failed session=%s: %r", asking.turn.session_id, error)
            return "failed", error
        except TimeoutError:
            log.info("agentexec.run took too long session=%s", asking.turn.session_id)
            return "failed", ModelTimedOut("the turn took too long")
        except Stopped as stopped:
            if stopped.reason == "dropped":
                raise
            return "interrupted", None
        return "answered", None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Asking:
    """A turn on its way: who answers, who may stop it, who listens."""

    turn: Turn
    runner: Runner
    stop: Stoppable
    on_text: OnText
    present: Presenter


def _check(turn: Turn, policy: Policy) -> None:
    if not turn.text.strip():
        raise EmptyInput
    if policy.input_chars and len(turn.text) > policy.input_chars:
        raise InputTooLong(len(turn.text), policy.input_chars)


def _result(
    asking: _Asking, draft: Draft, outcome: Outcome, error: ModelError | None, spent: Usage
) -> RunResult:
    """A failure after something was said or done is an interruption; a refusal takes it back."""
    said = not isinstance(error, Refused)
    if outcome == "failed" and said and (draft.text or draft.rounds):
        outcome = "interrupted"
    return RunResult(
        outcome=outcome,
        text=draft.text if said else "",
        memory=_remembers(asking),
        runner=asking.runner.kind,
        model=draft.model or asking.turn.agent.model or "",
        rounds=tuple(draft.rounds) if said else (),
        usage=spent,
        first_usage=draft.first_usage or Usage(),
        error=error,
    )


def _reply(turn: Turn, result: RunResult) -> Reply:
    return Reply(
        turn_id=turn.id,
        outcome=result.outcome,
        text=result.text,
        memory=result.memory,
        runner=result.runner,
        error=result.error,
    )


def _dropped(asking: _Asking) -> Reply:
    """The context of the turn is over: nothing of it is shown or kept."""
    return Reply(
        turn_id=asking.turn.id,
        outcome="dropped",
        text="",
        memory=_remembers(asking),
        runner=asking.runner.kind,
    )


def _remembers(asking: _Asking) -> bool:
    """Whether the turn takes part in a session (section 4.3)."""
    return asking.runner.kind == "sdk" and asking.turn.session_id is not None
