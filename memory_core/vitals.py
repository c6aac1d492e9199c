"""How the bot is doing: what operators look at, and what is kept of it every few minutes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from memory_core.metrics import L1_TRIGGER, L2_TRIGGER, L3_TRIGGER, Metrics, Snapshot
from memory_core.ports import Clock, UsageLog
from memory_core.summaries import AttemptCounts, Summaries
from memory_core.timings import PHASES, Phase, Timings

DAY = timedelta(hours=24)
TURNS = "agentexec.turns"
TRENDS = 12
"""How many points a sparkline has."""
FAILURE_LIMIT, ENOUGH_ATTEMPTS = 0.10, 10
"""L3 is unwell from this failure rate on, over at least so many attempts of a day."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Vitals:
    """The state at one moment; rates and trends look back 24 hours, usage since midnight UTC."""

    at: datetime
    counters: Mapping[str, int]
    attempts: AttemptCounts
    """Since the beginning."""
    attempts_today: AttemptCounts
    turns: int
    """Since this process started."""
    latencies: Mapping[Phase, tuple[float, float] | None]
    """p50 and p95 of each phase, in seconds."""
    tokens: int
    cost_usd: float | None
    trends: Mapping[str, tuple[float, ...]]
    """How much each counter grew, in equal parts of the day, oldest first."""

    @property
    def failure_rate(self) -> float | None:
        """The share of the day's finished attempts that failed; None without any."""
        done = self.attempts_today.success + self.attempts_today.failure
        return self.attempts_today.failure / done if done else None

    @property
    def is_unwell(self) -> bool:
        """Whether compaction fails too often."""
        done = self.attempts_today.success + self.attempts_today.failure
        rate = self.failure_rate
        return rate is not None and rate >= FAILURE_LIMIT and done >= ENOUGH_ATTEMPTS


class Monitor:
    """Takes the vitals."""

    def __init__(
        self,
        *,
        metrics: Metrics,
        summaries: Summaries,
        usage: UsageLog,
        timings: Timings,
        clock: Clock,
    ) -> None:
        self._metrics, self._summaries, self._usage = metrics, summaries, usage
        self._timings, self._clock = timings, clock

    async def look(self) -> Vitals:
        """Return how the bot is doing now."""
        now = self._clock.now()
        counters = await self._metrics.counters()
        spent = await self._usage.since(now.date())
        costs = [each.cost_usd for each in spent if each.cost_usd is not None]
        snapshots = await self._metrics.snapshots(now - DAY)
        return Vitals(
            at=now,
            counters=counters,
            attempts=await self._summaries.counts(),
            attempts_today=await self._summaries.counts(now - DAY),
            turns=self._timings.turns,
            latencies={phase: self._latency(phase) for phase in PHASES},
            tokens=sum(e.usage.prompt_tokens + e.usage.output_tokens for e in spent),
            cost_usd=sum(costs) if costs else None,
            trends={
                name: _growth(name, snapshots, counters, now)
                for name in (L1_TRIGGER, L2_TRIGGER, L3_TRIGGER)
            },
        )

    async def keep_snapshot(self) -> None:
        """Store the counters and gauges of this moment."""
        vitals = await self.look()
        values: dict[str, float] = {**vitals.counters, TURNS: float(vitals.turns)}
        values["memory.L3.pending"] = vitals.attempts.pending
        for phase, latency in vitals.latencies.items():
            if latency is not None:
                values[f"latency.{phase}.p50"], values[f"latency.{phase}.p95"] = latency
        await self._metrics.keep(Snapshot(at=vitals.at, values=values))

    def _latency(self, phase: Phase) -> tuple[float, float] | None:
        half, most = (self._timings.percentile(phase, share) for share in (0.5, 0.95))
        return None if half is None or most is None else (half, most)


def _growth(
    name: str, snapshots: tuple[Snapshot, ...], counters: Mapping[str, int], now: datetime
) -> tuple[float, ...]:
    """Return by how much a counter grew in each part of the day; empty without a past."""
    if not snapshots:
        return ()
    part = DAY / TRENDS
    ends = [now - DAY + part * number for number in range(TRENDS + 1)]
    values = [_value_at(name, snapshots, end) for end in ends[:-1]]
    values.append(float(counters.get(name, 0)))
    return tuple(max(0.0, after - before) for before, after in pairwise(values))


def _value_at(name: str, snapshots: tuple[Snapshot, ...], moment: datetime) -> float:
    """Return the latest known value at a moment; before the first snapshot it is the first."""
    earlier = [snapshot for snapshot in snapshots if snapshot.at <= moment]
    return (earlier[-1] if earlier else snapshots[0]).values.get(name, 0.0)
