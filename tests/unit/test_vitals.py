"""What operators read of how the bot is doing."""

from dataclasses import replace
from datetime import timedelta

from bot import metrics_screen
from bot.texts import metrics
from memory_core.metrics import L1_TRIGGER, L3_FAILURE, L3_TRIGGER, Snapshot
from memory_core.model import Language
from memory_core.summaries import AttemptCounts
from memory_core.testing import FakeClock, in_memory_storage
from memory_core.timings import Timings
from memory_core.vitals import Monitor, Vitals

BOTH: tuple[Language, ...] = ("en", "zh")


async def looked(
    counters: dict[str, int] | None = None, timings: Timings | None = None
) -> tuple[Vitals, FakeClock]:
    storage, clock = in_memory_storage(), FakeClock()
    await storage.metrics.add(counters or {})
    monitor = Monitor(
        metrics=storage.metrics,
        summaries=storage.summaries,
        usage=storage.usage,
        timings=timings or Timings(),
        clock=clock,
    )
    return await monitor.look(), clock


async def test_a_fresh_bot_is_well_and_has_nothing_to_tell() -> None:
    vitals, _ = await looked()
    assert not vitals.is_unwell
    for language in BOTH:
        lines = metrics_screen.screen(vitals, metrics.of(language)).splitlines()
        assert lines[0] == metrics.of(language).well()
        assert "None" not in "".join(lines)


async def test_compaction_that_fails_too_often_is_said_first() -> None:
    vitals, _ = await looked()
    failing = replace(vitals, attempts_today=AttemptCounts(trigger=10, success=9, failure=1))
    assert failing.is_unwell
    lines = metrics_screen.screen(failing, metrics.of("en")).splitlines()
    assert lines[0] == "⚠ 10.0% of the compactions fail"
    assert "Failed in 24 h: 10.0% ⚠" in lines


async def test_few_failures_or_few_attempts_are_no_alarm() -> None:
    vitals, _ = await looked()
    for counts in (
        AttemptCounts(trigger=20, success=19, failure=1),
        AttemptCounts(trigger=9, failure=9),
    ):
        assert not replace(vitals, attempts_today=counts).is_unwell


async def test_latencies_are_those_of_the_turns() -> None:
    timings = Timings()
    for _ in range(3):
        with timings.measured("PreRun"):
            pass
    vitals, _ = await looked(timings=timings)
    assert vitals.latencies["PreRun"] is not None
    assert vitals.latencies["model"] is None
    assert "PreRun p50" in metrics_screen.screen(vitals, metrics.of("en"))


async def test_snapshots_make_a_trend() -> None:
    storage, clock = in_memory_storage(), FakeClock()
    monitor = Monitor(
        metrics=storage.metrics,
        summaries=storage.summaries,
        usage=storage.usage,
        timings=Timings(),
        clock=clock,
    )
    await monitor.keep_snapshot()
    for growth in (1, 0, 4):
        clock.advance(timedelta(hours=2))
        await storage.metrics.add({L1_TRIGGER: growth})
        await monitor.keep_snapshot()
    trend = (await monitor.look()).trends[L1_TRIGGER]
    assert trend[-3:] == (1, 0, 4)
    assert sum(trend) == 5
    assert metrics_screen.sparkline(trend)[-3:] == "▃▁█"


async def test_a_snapshot_keeps_counters_and_gauges() -> None:
    storage, clock = in_memory_storage(), FakeClock()
    monitor = Monitor(
        metrics=storage.metrics,
        summaries=storage.summaries,
        usage=storage.usage,
        timings=Timings(),
        clock=clock,
    )
    await monitor.keep_snapshot()
    (kept,) = await storage.metrics.snapshots(clock.now())
    assert isinstance(kept, Snapshot)
    assert {L3_TRIGGER, L3_FAILURE, "memory.L3.pending"} <= set(kept.values)


def test_nothing_makes_no_bars() -> None:
    assert metrics_screen.sparkline([0, 0]) == ""
    assert metrics_screen.sparkline([]) == ""
