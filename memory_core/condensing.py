"""From many messages to one summary, in as many calls as a model's window needs."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from memory_core import dimensions, folding
from memory_core.dimensions import Dimensions
from memory_core.errors import ContextOverflow, ModelError, ModelTimedOut
from memory_core.folding import Fold
from memory_core.model import Usage, UserId
from memory_core.policy import Policy
from memory_core.ports import Clock, UsageLog
from memory_core.pricing import Prices, spending
from memory_core.summaries import Material
from memory_core.summarizing import LEAST_PART_TOKENS, Digest, Part, Summarizer

Renew = Callable[[], Awaitable[None]]
"""Keeps the claim for another call, or raises."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Condensed:
    """What became of the messages, and who made it."""

    dimensions: Dimensions
    model: str
    extractive: bool


class Condenser:
    """Drives a summariser, bounds its time and notes what it cost."""

    def __init__(
        self,
        summarizer: Summarizer,
        usage: UsageLog,
        clock: Clock,
        policy: Policy,
        prices: Prices | None = None,
    ) -> None:
        self._summarizer, self._usage, self._clock = summarizer, usage, clock
        self._policy, self._prices = policy, prices or {}

    async def condense(
        self, material: Material, fold: Fold, user: UserId, focus: str, renew: Renew
    ) -> Condensed:
        """Fold the messages into the former summary, calling ``renew`` before every call.

        Raises ModelError.
        """
        found, model, left = _former(material), "", fold.folded
        shrunk = 1
        while left:
            await renew()
            room = self._summarizer.room(found, focus) // shrunk
            part = Part(messages=folding.first_part(left, self._policy, room), room=room)
            try:
                digest = await self._digest(found, part, focus, user)
            except ContextOverflow:
                shrunk *= 2
                if room < 2 * LEAST_PART_TOKENS:
                    raise
                continue
            found, model, left = digest.dimensions, digest.model, left[len(part.messages) :]
        return Condensed(dimensions=found, model=model, extractive=self._summarizer.extractive)

    async def _digest(self, former: Dimensions, part: Part, focus: str, user: UserId) -> Digest:
        """Make one call; its usage is kept even when it fails."""
        try:
            async with asyncio.timeout(self._policy.compaction_lease.total_seconds()):
                digest = await self._summarizer.fold(former, part, focus)
        except TimeoutError as error:
            raise ModelTimedOut("the summary took too long") from error
        except ModelError as error:
            await self._note(user, self._summarizer.name, error.usage or Usage())
            raise
        await self._note(user, digest.model, digest.usage)
        return digest

    async def _note(self, user: UserId, model: str, usage: Usage) -> None:
        spent = spending(model, usage, self._prices)
        if spent is not None:
            await self._usage.add(user, spent, self._clock.now())


def _former(material: Material) -> Dimensions:
    return dimensions.load(material.summary.dimensions) if material.summary else dimensions.EMPTY
