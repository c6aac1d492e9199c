"""One turn from question to stored answer (section 2.1)."""

import logging
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager

from memory_core import prompt, runners
from memory_core.concurrency import Stoppable, Stopped
from memory_core.errors import EmptyInput, InputTooLong, ModelError
from memory_core.manager import MemoryManager
from memory_core.model import (
    MemoryContext,
    Outcome,
    Reply,
    RunResult,
    SessionId,
    Turn,
    UserId,
)
from memory_core.policy import RERUNS, Policy
from memory_core.ports import Clock, OnText, SessionLocks
from memory_core.runners import Draft, Runner

log = logging.getLogger("agentexec")


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
    ) -> None:
        self._memory, self._sdk, self._lite = memory, sdk, lite
        self._locks, self._clock, self._policy = locks, clock, policy
        self._admitted: defaultdict[SessionId | None, list[tuple[UserId, Stoppable]]]
        self._admitted = defaultdict(list)

    async def run(self, turn: Turn, on_text: OnText) -> Reply:
        """Answer a turn and store it; once the reply is back, the turn is acknowledged.

        Raises PersonError when the turn cannot be asked, StorageUnavailable when it could not be
        read or stored. Failures of the model are replies.
        """
        _check(turn, self._policy)
        runner = runners.select(turn, self._sdk, self._lite)
        with self._admit(turn) as stop:
            async with AsyncExitStack() as held:
                try:
                    if turn.session_id is not None:
                        async with stop:
                            await held.enter_async_context(self._locks.hold(turn.session_id))
                    return await self._answer(turn, runner, stop, on_text)
                except Stopped:
                    return _dropped(turn, runner)

    def stop(self, session: SessionId | None, user: UserId) -> int:
        """End the turns of ``user`` in ``session``, or the one-offs of ``user``.

        Those with half an answer keep it.
        """
        admitted = self._admitted.get(session, [])
        return sum(stop.stop("stopped") for owner, stop in admitted if owner == user)

    def drop(self, session: SessionId) -> int:
        """End all turns of ``session`` and forget them; their epoch is over."""
        return sum(stop.stop("dropped") for _, stop in self._admitted.get(session, []))

    @contextmanager
    def _admit(self, turn: Turn) -> Iterator[Stoppable]:
        entry = (turn.user_id, Stoppable())
        self._admitted[turn.session_id].append(entry)
        try:
            yield entry[1]
        finally:
            self._admitted[turn.session_id].remove(entry)
            if not self._admitted[turn.session_id]:
                del self._admitted[turn.session_id]

    async def _answer(self, turn: Turn, runner: Runner, stop: Stoppable, on_text: OnText) -> Reply:
        """Ask and store; a turn that an Undo fenced out is asked again with what is visible."""
        for _ in range(RERUNS):
            started = self._clock.now()
            async with stop:
                context = await self._memory.pre_run(turn)
            result = await self._ask(turn, context, runner, stop, on_text)
            ended = self._clock.now()
            commit = await self._memory.post_run(turn, context, result, started, ended)
            if commit in ("stored", "duplicate"):
                return _reply(turn, result)
            log.info("agentexec.postrun fenced out, %s session=%s", commit, turn.session_id)
            if commit == "dropped":
                break
        return _dropped(turn, runner)

    async def _ask(
        self,
        turn: Turn,
        context: MemoryContext,
        runner: Runner,
        stop: Stoppable,
        on_text: OnText,
    ) -> RunResult:
        draft = Draft(on_text=on_text)
        try:
            async with stop:
                await runner.run(prompt.build(turn, context), draft)
        except ModelError as error:
            log.warning("agentexec.run failed session=%s: %r", turn.session_id, error)
            return _result(turn, runner, draft, "failed", error)
        except Stopped as stopped:
            if stopped.reason == "dropped":
                raise
            return _result(turn, runner, draft, "interrupted")
        return _result(turn, runner, draft, "answered")


def _check(turn: Turn, policy: Policy) -> None:
    if not turn.text.strip():
        raise EmptyInput
    if policy.input_chars and len(turn.text) > policy.input_chars:
        raise InputTooLong(len(turn.text), policy.input_chars)


def _result(
    turn: Turn, runner: Runner, draft: Draft, outcome: Outcome, error: ModelError | None = None
) -> RunResult:
    return RunResult(
        outcome="interrupted" if outcome == "failed" and draft.text else outcome,
        text=draft.text,
        memory=_remembers(turn, runner),
        runner=runner.kind,
        model=draft.model,
        usage=draft.usage,
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


def _dropped(turn: Turn, runner: Runner) -> Reply:
    """The context of the turn is over: nothing of it is shown or kept."""
    return Reply(
        turn_id=turn.id,
        outcome="dropped",
        text="",
        memory=_remembers(turn, runner),
        runner=runner.kind,
    )


def _remembers(turn: Turn, runner: Runner) -> bool:
    """Whether the turn takes part in a session (section 4.3)."""
    return runner.kind == "sdk" and turn.session_id is not None
