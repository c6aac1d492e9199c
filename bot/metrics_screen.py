"""How the bot is doing, as a few lines for a phone."""

from collections.abc import Sequence

from bot.texts.metrics import MetricsTexts
from memory_core.metrics import L1_TRIGGER, L2_TRIGGER, L3_TRIGGER
from memory_core.vitals import FAILURE_LIMIT, Vitals

_BARS = "▁▂▃▄▅▆▇█"


def screen(vitals: Vitals, words: MetricsTexts) -> str:
    """Return the screen: first whether all is well, then the numbers."""
    rate = vitals.failure_rate
    shown = None if rate is None else f"{rate:.1%}"
    mark = " ⚠" if rate is not None and rate >= FAILURE_LIMIT else ""
    cost, oldest = vitals.cost_usd, vitals.attempts.oldest_pending
    counters, trends = vitals.counters, vitals.trends
    return "\n".join(
        (
            words.unwell(shown or "") if vitals.is_unwell else words.well(),
            _with_trend(words.truncated(counters.get(L1_TRIGGER, 0)), trends[L1_TRIGGER]),
            _with_trend(words.reused(counters.get(L2_TRIGGER, 0)), trends[L2_TRIGGER]),
            _with_trend(words.compactions(vitals), trends[L3_TRIGGER]),
            words.failure_rate(shown) + mark,
            words.pending(vitals.attempts.pending, None if oldest is None else vitals.at - oldest),
            words.turns(vitals.turns),
            *(_latency(phase, latency) for phase, latency in vitals.latencies.items() if latency),
            words.spent(vitals.tokens, None if cost is None else f"${cost:,.2f}"),
            words.saved(vitals.attempts.tokens_saved),
        )
    )


def sparkline(values: Sequence[float]) -> str:
    """Return bars as high as the values, the highest one full; empty without any."""
    top = max(values, default=0)
    if not top:
        return ""
    return "".join(_BARS[round(value / top * (len(_BARS) - 1))] for value in values)


def _with_trend(line: str, trend: Sequence[float]) -> str:
    """Put the trend of a day behind the first line."""
    first, *others = line.split("\n")
    return "\n".join((f"{first} {sparkline(trend)}".rstrip(), *others))


def _latency(phase: str, latency: tuple[float, float]) -> str:
    half, most = latency
    return f"{phase} p50 {half * 1e3:,.0f} ms · p95 {most * 1e3:,.0f} ms"
